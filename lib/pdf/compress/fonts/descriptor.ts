import { arrayAt, dictAt, dictOf } from "../../access.ts";
import type { Dict } from "../../objects.ts";

/** The font descriptor of a font, or of its descendant. */
export const descriptorOf = (font: Dict): Dict | undefined =>
  dictAt(font, "FontDescriptor") ?? dictAt(dictOf(arrayAt(font, "DescendantFonts")?.[0]), "FontDescriptor");
