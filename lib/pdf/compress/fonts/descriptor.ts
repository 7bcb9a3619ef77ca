import { arrayAt, dictAt, dictOf } from "../../access.ts";
import type { Dict } from "../../objects.ts";

/** The descriptor of a font: its own, or its descendant's. */
export const descriptorOf = (font: Dict): Dict | undefined =>
  dictAt(font, "FontDescriptor") ?? dictAt(dictOf(arrayAt(font, "DescendantFonts")?.[0]), "FontDescriptor");
