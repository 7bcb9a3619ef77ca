import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/text";
const locked = await readFile("test/fixtures/pdf/password.pdf");

interface JsonPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly words: readonly { readonly text: string; readonly box: readonly number[] }[];
}

const read = async (file: Uint8Array, more: object = {}): Promise<Response> => {
  const reply = await post(PATH, form({ file, ...more }));
  assert.equal(reply.status, 200, await reply.clone().text());
  return reply;
};

const textOf = async (file: Uint8Array, more: object = {}): Promise<string> => (await read(file, more)).text();
const markdownOf = (file: Uint8Array): Promise<string> => textOf(file, { format: "markdown" });
const pagesOf = async (file: Uint8Array, more: object = {}): Promise<readonly JsonPage[]> =>
  ((await (await read(file, { format: "json", ...more })).json()) as { pages: readonly JsonPage[] }).pages;

/** Lines of text at places from the bottom left, in points. */
type Placed = readonly [text: string, x: number, y: number, size?: number, font?: "F" | "B"];

const drawn = (lines: readonly Placed[]): string =>
  lines.map(([text, x, y, size = 10, font = "F"]) => `BT /${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join("\n");

/** A PDF with one page of 300 by 400 points; its texts are in WinAnsi. */
const pagePdf = (content: string, pageEntries = "", catalogEntries = "", further: readonly string[] = []): Buffer =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalogEntries}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R/B 6 0 R>>>>${pageEntries}>>`,
    rawStream(content),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
    ...further,
  ]);

const columns: readonly Placed[] = ["first", "second", "third", "fourth", "fifth", "sixth"].flatMap(
  (word, at): Placed[] => [
    [`left ${word} line of it`, 20, 300 - 14 * at],
    [`right ${word} line of it`, 170, 297 - 14 * at],
  ],
);

suite("POST /pdf/text", { concurrency: 2 }, () => {
  test("returns the text of chosen pages, with a form feed at the end of each", async () => {
    const reply = await read(textPdf("One", "Two", "Three"), { pages: "-1,1" });
    assert.equal(reply.headers.get("content-type"), "text/plain; charset=utf-8");
    assert.match(reply.headers.get("content-disposition") ?? "", /"text\.txt"/);
    assert.equal(await reply.text(), "Three\n\fOne\n\f");
  });

  test("returns words with their places on the page as it is shown", async () => {
    const content = drawn([["Hello world", 40, 340, 20]]);
    const [upright] = await pagesOf(pagePdf(content));
    assert.deepEqual([upright?.number, upright?.width, upright?.height], [1, 300, 400]);
    assert.deepEqual(
      upright?.words.map(({ text }) => text),
      ["Hello", "world"],
    );
    const [left = 0, top = 0, right = 0, bottom = 0] = upright?.words[0]?.box ?? [];
    assert.equal(left, 40);
    assert.ok(Math.abs(right - 85.56) < 0.1, "the width of Hello in Helvetica");
    assert.ok(top > 35 && top < 50 && bottom > 60 && bottom < 70, `${top} to ${bottom}`);
    const [turned] = await pagesOf(pagePdf(content, "/Rotate 90"));
    assert.deepEqual([turned?.width, turned?.height], [400, 300]);
    const [, turnedTop = 0, , turnedBottom = 0] = turned?.words[0]?.box ?? [];
    assert.equal(turnedTop, 40);
    assert.ok(Math.abs(turnedBottom - 85.56) < 0.1);
  });

  test("reads columns one after another, also if the file draws them line by line", async () => {
    const headline: Placed = ["A headline over both of the columns of it", 20, 330];
    const text = await textOf(pagePdf(drawn([headline, ...columns])));
    const order = text.split(/\s+/).filter((word) => /^(?:headline|left|right)$/.test(word));
    assert.deepEqual(order, ["headline", ...Array(6).fill("left"), ...Array(6).fill("right")]);
  });

  test("reads tables row by row", async () => {
    const rows = ["Lamp", "Desk", "Chair", "Shelf"].flatMap((name, at): Placed[] => [
      [name, 20, 300 - 14 * at],
      [String(at + 1), 120, 300 - 14 * at],
      [`${at}.50`, 200, 300 - 14 * at],
    ]);
    assert.equal(
      await textOf(pagePdf(drawn(rows))),
      "Lamp  1  0.50\nDesk  2  1.50\nChair  3  2.50\nShelf  4  3.50\n\f",
    );
  });

  test("joins words that hyphens break, and keeps a hyphen that the page has elsewhere", async () => {
    const lines: readonly Placed[] = [
      ["The exam-", 20, 300],
      ["ple has a well-", 20, 288],
      ["known word; it is well-known.", 20, 276],
    ];
    assert.equal(await textOf(pagePdf(drawn(lines))), "The example\nhas a well-known\nword; it is well-known.\n\f");
  });

  test("leaves out copies of letters, and text outside the crop box", async () => {
    const bold: readonly Placed[] = [
      ["Bold", 20, 300],
      ["Bold", 20.3, 300],
      ["outside", 20, 390],
    ];
    assert.equal(await textOf(pagePdf(drawn(bold), "/CropBox[0 0 300 350]")), "Bold\n\f");
  });

  test("reads letters that run from right to left in the order in which they are spoken", async () => {
    // The font has the letters of Hebrew in place of those from a to z. Pages have them in the order in which they are seen.
    const map = rawStream("begincmap 1 beginbfrange <61> <7A> <05D0> endbfrange endcmap");
    const hebrew = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 8 0 R>>";
    const line = drawn([
      ["PDF", 20, 300],
      ["2024", 50, 300],
      ["nmfs nfmz", 90, 300, 10, "B"],
    ]);
    const resources = "/Resources<</Font<</F 5 0 R/B 7 0 R>>>>";
    assert.equal(await textOf(pagePdf(line, resources, "", [hebrew, map])), "שלום עולם  2024 PDF\n\f");
  });

  test("reads the values of form fields", async () => {
    const field = "/Annots[7 0 R]";
    const widget = "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/Rect[20 200 120 220]/F 4/AP<</N 8 0 R>>>>";
    const look = rawStream(
      drawn([["Ada", 2, 5]]),
      "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F 5 0 R>>>>",
    );
    const form = "/AcroForm<</Fields[7 0 R]>>";
    assert.equal(await textOf(pagePdf(drawn([["Name:", 20, 230]]), field, form, [widget, look])), "Name:\n\nAda\n\f");
  });

  test("reads the values of form fields that have no look", async () => {
    const widget = "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/DA(/F 10 Tf)/Rect[20 200 120 220]/F 4>>";
    const form = "/AcroForm<</Fields[7 0 R]/DR<</Font<</F 5 0 R>>>>>>";
    const file = pagePdf(drawn([["Name:", 20, 230]]), "/Annots[7 0 R]", form, [widget]);
    assert.equal(await textOf(file), "Name:\n\nAda\n\f");
  });

  test("reads a page with a form field in the size and with the fonts that it inherits", async () => {
    const shown = rawStream("BT /F 10 Tf 20 780 Td (\\351t\\351) Tj ET");
    const file = rawPdf([
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 800]/Resources<</Font<</F 5 0 R>>>>>>",
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[6 0 R]>>",
      shown,
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/MacRomanEncoding>>",
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/Rect[20 200 120 220]/F 4/AP<</N 7 0 R>>>>",
      rawStream(
        "BT /F 10 Tf 2 5 Td (Ada) Tj ET",
        "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F 5 0 R>>>>",
      ),
    ]);
    const [page] = await pagesOf(file);
    assert.deepEqual([page?.width, page?.height], [300, 800]);
    assert.deepEqual(
      page?.words.map(({ text }) => text),
      ["ÈtÈ", "Ada"],
    );
  });

  test("finds headings and lists by their fonts and places, and escapes what Markdown would read as its own", async () => {
    const lines: readonly Placed[] = [
      ["A title", 20, 360, 18],
      ["Some text with *stars* and a_name in it, which is long.", 20, 330],
      ["Small title", 20, 310, 10, "B"],
      ["\\225 first", 20, 290],
      ["\\225 second", 20, 278],
      ["1. third", 20, 260],
      ["# no heading, but a line of the text", 20, 240],
    ];
    assert.equal(
      await markdownOf(pagePdf(drawn(lines))),
      [
        "# A title\n",
        "Some text with \\*stars\\* and a_name in it, which is long.\n",
        "## Small title\n",
        "- first\n- second\n1. third\n",
        "\\# no heading, but a line of the text\n",
      ].join("\n"),
    );
  });

  test("reports pages without text by a warning, not by an empty answer alone", async () => {
    const file = rawPdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      `<</Type/Pages/Count 60/Kids[${"3 0 R ".repeat(60)}]/MediaBox[0 0 100 100]>>`,
      "<</Type/Page/Parent 2 0 R>>",
    ]);
    const reply = await post(PATH, form({ file }), { accept: "application/json" });
    const { warnings } = (await reply.json()) as { warnings: readonly { code: string; place?: string }[] };
    assert.ok(warnings.every(({ code }) => code === "page-without-text"));
    assert.deepEqual([warnings.length, warnings[0]?.place, warnings.at(-1)?.place], [41, "page 1", undefined]);
  });

  test("opens a protected file with its password", async () => {
    const reply = await read(locked, { password: "secret" });
    assert.equal(reply.headers.get("x-warnings"), "1");
    assert.match(await reply.text(), /\w/);
  });
});

suite("POST /pdf/text refusals", { concurrency: 2 }, () => {
  const file = textPdf("One");
  refuses(PATH, [
    ["the file needs a password", form({ file: locked }), 400, "INVALID_REQUEST", /^file.*password/],
    ["the password is wrong", form({ file: locked, password: "x" }), 400, "INVALID_REQUEST", /^password/],
    ["the file is no PDF", form({ file: Buffer.from("no PDF") }), 415, "UNSUPPORTED_MEDIA_TYPE", /^file/],
    ["the file lacks the page", form({ file, pages: "2" }), 400, "INVALID_REQUEST", /^pages has 2/],
    ["there is no such format", form({ file, format: "html" }), 400, "INVALID_REQUEST", /^format/],
  ]);
});
