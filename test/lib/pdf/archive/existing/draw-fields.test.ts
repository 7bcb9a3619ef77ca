import assert from "node:assert/strict";
import { test } from "node:test";
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import { form } from "../../../../support/form.ts";
import { archived } from "../../../../support/pdf/archived.ts";
import { onePage } from "../../../../support/pdf/raw.ts";
import { post } from "../../../../support/platen.ts";

const file = (entries: string): Buffer =>
  onePage({ page: `/Annots[<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[20 20 180 80]/F 4${entries}>>]`, content: "" });

const BOXED = file("/MK<</BG[1 0 0]/BC[0 0 1]>>");
const EMPTY = file("");

const warningsOf = async (pdf: Uint8Array): Promise<string[]> => {
  const reply = await post("/pdf/archive", form({ file: pdf }), { accept: "application/json" });
  const { warnings = [] } = (await reply.json()) as { readonly warnings?: readonly { readonly code: string }[] };
  return warnings.map(({ code }) => code);
};

const contentsOf = async (pdf: Uint8Array): Promise<string> => {
  const { context } = await PDFDocument.load(pdf);
  return context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream && object.dict.has(PDFName.of("BBox")) ? [object] : []))
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1"))
    .join("\n");
};

test("draws the box of a field that no form lists, and says so", async () => {
  const contents = await contentsOf(await archived(BOXED));
  assert.match(contents, /1 0 0 rg\s+0 0 160 60 re f/);
  assert.deepEqual(await warningsOf(BOXED), ["annotation-drawn"]);
});

test("does not speak of a field that shows nothing", async () => {
  assert.deepEqual(await warningsOf(EMPTY), []);
});
