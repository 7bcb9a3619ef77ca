import type { Dict, Stream } from "../objects.ts";

/** What a document's content does with its images, fonts and resources. */
export interface ContentUsage {
  /** The largest size, in points, at which an image is shown. */
  imageSizes: Map<Stream, { width: number; height: number }>;
  /** How many points a unit of a form measures where it is drawn largest. */
  formScales: Map<Stream, number>;
  /** The strings that are shown in a font, as byte strings. */
  shownStrings: Map<Dict, Set<string>>;
  /** The names that content takes from a dictionary of resources. */
  usedNames: Map<Dict, Set<string>>;
  /** Whether all content could be read: if not, nothing may be taken for unused. */
  isComplete: boolean;
}
