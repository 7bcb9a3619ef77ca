import type { Dict, Stream } from "../objects.ts";

/** How a document's content uses its images, fonts and resources. */
export interface ContentUsage {
  /** The largest size of each image on a page, in points. */
  imageSizes: Map<Stream, { width: number; height: number }>;
  /** The points per unit of each form, where it is drawn largest. */
  formScales: Map<Stream, number>;
  /** The strings shown in each font, as byte strings. */
  shownStrings: Map<Dict, Set<string>>;
  /** The names used from each resource dictionary. */
  usedNames: Map<Dict, Set<string>>;
  /** Whether all content could be read; if not, nothing counts as unused. */
  isComplete: boolean;
}
