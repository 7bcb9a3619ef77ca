import type { Dict, Stream } from "../objects.ts";

/** What a document's content does with its images, fonts and resources. */
export interface Usage {
  /** The largest size, in points, at which an image is shown. */
  placed: Map<Stream, { width: number; height: number }>;
  /** How many points a unit of a form measures where it is drawn largest. */
  forms: Map<Stream, number>;
  /** The strings that are shown in a font, as byte strings. */
  shown: Map<Dict, Set<string>>;
  /** The names that content takes from a dictionary of resources. */
  named: Map<Dict, Set<string>>;
  /** Whether all content could be read: if not, nothing may be taken for unused. */
  complete: boolean;
}
