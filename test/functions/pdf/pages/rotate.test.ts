import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import { form } from "../../../support/form.ts";
import { textPdf } from "../../../support/pdf/raw.ts";
import { richPdf } from "../../../support/pdf/rich.ts";
import { post } from "../../../support/platen.ts";
import { refuses } from "../../../support/refusals.ts";

const PATH = "/pdf/pages/rotate";
const file = textPdf("One", "Two", "Three");

const angles = async (parts: Parameters<typeof form>[0]): Promise<number[]> => {
  const reply = await post(PATH, form(parts));
  assert.equal(reply.status, 200, await reply.clone().text());
  const document = await PDFDocument.load(new Uint8Array(await reply.arrayBuffer()));
  return document.getPages().map((page) => page.getRotation().angle);
};

suite("POST /pdf/pages/rotate", { concurrency: 2 }, () => {
  test("turns all pages", async () => assert.deepEqual(await angles({ file, angle: "270" }), [270, 270, 270]));

  test("turns the chosen pages, each once", async () =>
    assert.deepEqual(await angles({ file, angle: "90", pages: "3,1,1" }), [90, 0, 90]));

  test("turns pages that are turned already", async () =>
    assert.deepEqual(await angles({ file: richPdf("A"), angle: "270", pages: "2" }), [90, 0]));

  refuses(PATH, [
    ["the angle is missing", form({ file }), 400, "INVALID_REQUEST", /^angle is missing/],
    ["the angle is another one", form({ file, angle: "45" }), 400, "INVALID_REQUEST", /^angle/],
    ["a page is past the end", form({ file, angle: "90", pages: "4" }), 400, "INVALID_REQUEST", /^pages has 4/],
  ]);
});
