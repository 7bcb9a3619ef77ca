import { nameAt } from "./access.ts";
import type { Dict } from "./objects.ts";

/**
 * The key that holds the destination of a link, bookmark or go-to action in the same file; undefined for another
 * dictionary.
 */
export const destinationKey = (dict: Dict): "Dest" | "D" | undefined => {
  if (dict.has("D") && nameAt(dict, "S") === "GoTo") return "D";
  if (dict.has("Dest") && (nameAt(dict, "Subtype") === "Link" || dict.has("Title"))) return "Dest";
  return undefined;
};
