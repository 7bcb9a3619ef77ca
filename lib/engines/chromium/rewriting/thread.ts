// The thread in which printed files are written anew.
import { serveThread } from "../../../workers/serve-thread.ts";

serveThread(async () => {
  const [{ moveGlyphTexts }, { renumberElements }] = await Promise.all([
    import("../glyph-texts/write.ts"),
    import("../element-ids.ts"),
  ]);
  return ({ bytes, movesTexts }: { readonly bytes: Uint8Array; readonly movesTexts: boolean }): Uint8Array => {
    const numbered = renumberElements(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    return movesTexts ? moveGlyphTexts(numbered) : numbered;
  };
});
