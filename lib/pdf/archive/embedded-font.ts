import { dictAt, get } from "../access.ts";
import { type Dict, Stream } from "../objects.ts";

/** Whether a font with a descriptor embeds its program (ISO 32000-2, 9.9). */
export const isEmbedded = (font: Dict | undefined): boolean => {
  const descriptor = dictAt(font, "FontDescriptor");
  return ["FontFile", "FontFile2", "FontFile3"].some((key) => get(descriptor, key) instanceof Stream);
};
