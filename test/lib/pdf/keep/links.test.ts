import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Output } from "../../../../lib/output/output.ts";
import { doPdfJob, type PdfOrder } from "../../../../lib/pdf/jobs/jobs.ts";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { rawPdf } from "../../../support/pdf/raw.ts";

/** Three pages, of which the first has these annotations; the name `second` is a place on the second page. */
const linked = (...annotations: string[]): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(second)[4 0 R/Fit]]>>>>>>",
    "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 200 100]>>",
    `<</Type/Page/Parent 2 0 R/Annots[${annotations.map((_, at) => `${6 + at} 0 R`).join(" ")}]>>`,
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Page/Parent 2 0 R>>",
    ...annotations.map((entries) => `<</Type/Annot/Rect[0 0 50 50]${entries}>>`),
  ]);

const TO_SECOND = "/Subtype/Link/Dest[4 0 R/Fit]";
const BY_NAME = "/Subtype/Link/A<</S/GoTo/D(second)>>";
const TO_THIRD = "/Subtype/Link/A<</S/GoTo/D[5 0 R/Fit]>>";
const TO_ADDRESS = "/Subtype/Link/A<</S/URI/URI(https://example.org/)>>";
const BUTTON = "/Subtype/Widget/FT/Btn/Ff 65536/T(next)/A<</S/GoTo/D[4 0 R/Fit]>>";

const work = async (kind: PdfOrder["kind"], input: object): Promise<Output> => {
  const answer = await doPdfJob({ kind, input }, false);
  assert.ok(answer !== "over");
  return answer.done;
};

const codesOf = ({ warnings }: Output): string[] => warnings.map(({ code }) => code);

suite("links to pages that are not kept", () => {
  for (const [name, annotation] of [
    ["a link", TO_SECOND],
    ["a link by the name of its place", BY_NAME],
    ["a button", BUTTON],
  ] as const) {
    test(`a warning tells that ${name} leads nowhere`, async () => {
      const bytes = linked(annotation, TO_THIRD, TO_ADDRESS);
      const removed = await work("remove", { bytes, pages: [2] });
      assert.deepEqual(codesOf(removed), ["links-removed"]);
      await withPdfJs(removed.body as Uint8Array, async (pdf) => {
        const annotations = await (await pdf.getPage(1)).getAnnotations();
        assert.equal(annotations.filter(({ subtype }) => subtype === "Link").length, 2);
      });
    });
  }

  test("nothing is told if the links of the kept pages lead to kept pages", async () => {
    const bytes = linked(TO_SECOND, BY_NAME, TO_ADDRESS, BUTTON);
    assert.deepEqual(codesOf(await work("extract", { bytes, pages: [{ from: 2, to: 1 }] })), []);
    assert.deepEqual(codesOf(await work("extract", { bytes: linked(TO_SECOND), pages: [{ from: 3, to: 3 }] })), []);
  });

  test("a merge names the file whose selection lacks the pages", async () => {
    const file = { name: "a.pdf", bytes: linked(TO_SECOND) };
    const pages = { ranges: [{ from: 1, to: 1 }], field: "pages.1" };
    const { warnings } = await work("merge", { files: [file, { ...file, pages }] });
    assert.deepEqual(
      warnings.map(({ code, place }) => [code, place]),
      [["links-removed", "file 2"]],
    );
  });
});
