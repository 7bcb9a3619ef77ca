import assert from "node:assert/strict";
import { suite, test } from "node:test";
import sharp from "sharp";
import { form } from "../../support/form.ts";
import { drawnPages } from "../../support/pdf/drawn.ts";
import { pageTexts, unpacked, withPdfJs } from "../../support/pdf/look.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/stamp";
const file = textPdf("Alpha", "Beta", "Gamma");

const stamp = async (parts: Parameters<typeof form>[0]) => {
  const reply = await post(PATH, form(parts));
  assert.equal(reply.status, 200, await reply.clone().text());
  return { bytes: new Uint8Array(await reply.arrayBuffer()), warnings: Number(reply.headers.get("x-warnings")) };
};

const stamped = async (parts: Parameters<typeof form>[0]) => (await stamp(parts)).bytes;

/** The warnings of a stamp. */
const warningsOf = async (parts: Parameters<typeof form>[0]): Promise<string[]> => {
  const reply = await post(PATH, form(parts), { accept: "application/json" });
  const { warnings = [] } = (await reply.json()) as { warnings?: { code: string }[] };
  return warnings.map(({ code }) => code);
};

/** An empty page of 200 by 100 units with these entries and this content. */
const page = (entries = "", content = ""): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>",
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${entries}>>`,
    rawStream(content),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ]);

/** The texts of the first page, with the place of their baseline from the upper left corner of the page as it is shown. */
const shownTexts = (bytes: Uint8Array) =>
  withPdfJs(bytes, async (pdf) => {
    const first = await pdf.getPage(1);
    const viewport = first.getViewport({ scale: 1 });
    const { items } = await first.getTextContent();
    return items.flatMap((item) => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [a, b, , , e, f] = item.transform as number[];
      const [x = 0, y = 0] = viewport.convertToViewportPoint(e!, f!);
      const [towardsX = 0, towardsY = 0] = viewport.convertToViewportPoint(e! + a!, f! + b!);
      const angle = Math.round((Math.atan2(towardsY - y, towardsX - x) * 180) / Math.PI);
      return [{ text: item.str, x: Math.round(x), y: Math.round(y), angle }];
    });
  });

/** The colour of a pixel of the first page, 2 pixels a point, as PDFium draws it. */
const colourAt = async (bytes: Uint8Array, x: number, y: number, width = 200): Promise<number[]> => {
  const [pixels] = await drawnPages(bytes);
  const at = 4 * (2 * y * 2 * width + 2 * x);
  return [...pixels!.subarray(at, at + 3)];
};

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#00f"/></svg>';
const redPng = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 40, channels: 4, background: "#ff0000" } })
    .png()
    .toBuffer();

suite("POST /pdf/stamp", { concurrency: 2 }, () => {
  test("numbers the pages, and leaves what they show", async () => {
    const bytes = await stamped({ file, text: "{page} of {pages}", position: "bottom", fontSize: "9" });
    assert.deepEqual(await pageTexts(bytes), ["Alpha1 of 3", "Beta2 of 3", "Gamma3 of 3"]);
  });

  test("counts chosen pages from a start, and adds an offset", async () => {
    assert.deepEqual(await pageTexts(await stamped({ file, text: "{page}", pages: "2-3", start: "7" })), [
      "Alpha",
      "Beta7",
      "Gamma8",
    ]);
    assert.deepEqual(await pageTexts(await stamped({ file, text: "{page}", pages: "-1", offset: "10" })), [
      "Alpha",
      "Beta",
      "Gamma13",
    ]);
  });

  test("writes the date of today", async () => {
    const dates = [new Date()];
    const [text] = await pageTexts(await stamped({ file, text: "{date}", pages: "1" }));
    dates.push(new Date());
    assert.ok(
      dates.some((date) => text === `Alpha${date.toISOString().slice(0, 10)}`),
      text,
    );
  });

  for (const [name, entries] of Object.entries({
    "a page": "",
    "a turned page": "/Rotate 90",
    "a page that stands on its head": "/Rotate -180",
    "a page that is turned to the left": "/Rotate 270",
    "a cropped page": "/MediaBox[-100 -100 400 400]/CropBox[10 20 210 120]",
    "a page with large units": "/UserUnit 2/MediaBox[0 0 100 50]",
  })) {
    test(`puts a text in a place of ${name} as it is shown`, async () => {
      const isUpright = !/90|270/.test(entries);
      const [width, height] = isUpright ? [200, 100] : [100, 200];
      const input = page(entries);
      const [top] = await shownTexts(await stamped({ file: input, text: "Xy", fontSize: "10", x: "12", y: "20" }));
      assert.deepEqual(top, { text: "Xy", x: 12, y: 31, angle: 0 });
      const parts = { file: input, text: "Xy", fontSize: "10", margin: "10", position: "bottom-right" };
      const [bottom] = await shownTexts(await stamped(parts));
      assert.deepEqual(bottom, { text: "Xy", x: width - 21, y: height - 13, angle: 0 });
      const [turned] = await shownTexts(await stamped({ file: input, text: "Xy", fontSize: "10", angle: "-45" }));
      assert.equal(turned!.angle, -45);
    });
  }

  test("draws text of all scripts in embedded fonts, and emoji", async () => {
    const bytes = await stamped({ file: page(), text: "Größe жук 机密 ไทย\nسري 🙂", fontSize: "12" });
    const [text] = await pageTexts(bytes);
    for (const word of ["Größe", "жук", "机密", "ไทย", "سري", "🙂"])
      assert.ok(text!.includes(word), `${word}: ${text}`);
    const fonts = unpacked(bytes).match(/beginbfchar/g);
    assert.ok((fonts?.length ?? 0) >= 4);
  });

  test("draws a text that is longer than the page smaller, unless its width is given", async () => {
    const text = "A very long watermark that no page of this size holds";
    const [fitting] = await shownTexts(await stamped({ file: page(), text, margin: "10" }));
    assert.equal(fitting!.x, 10);
    const [narrow] = await shownTexts(await stamped({ file: page(), text, width: "100" }));
    assert.equal(narrow!.x, 50);
  });

  for (const [kind, picture] of Object.entries({
    PNG: redPng,
    JPEG: async () =>
      sharp(await redPng())
        .jpeg({ quality: 100 })
        .toBuffer(),
    SVG: async () => Buffer.from(SVG.replace("#00f", "#f00")),
  })) {
    test(`draws a picture of the kind ${kind} in its size, at 96 pixels an inch`, async () => {
      const bytes = await stamped({ file: page(), image: await picture(), x: "50", y: "40" });
      const [inside, outside] = [await colourAt(bytes, 78, 68), await colourAt(bytes, 82, 72)];
      assert.ok(inside[0]! > 250 && inside[1]! < 6 && inside[2]! < 6, String(inside));
      assert.deepEqual(outside, [255, 255, 255]);
    });
  }

  test("draws a picture over or under what the page shows, and through it", async () => {
    const input = page("", "0 1 0 rg 0 0 200 100 re f");
    const image = Buffer.from(SVG);
    assert.deepEqual(await colourAt(await stamped({ file: input, image }), 100, 50), [0, 0, 255]);
    assert.deepEqual(await colourAt(await stamped({ file: input, image, under: "true" }), 100, 50), [0, 255, 0]);
    const [red, green, blue] = await colourAt(await stamped({ file: input, image, opacity: "0.5" }), 100, 50);
    assert.ok(red === 0 && Math.abs(green! - 127) < 3 && Math.abs(blue! - 127) < 3, `${red} ${green} ${blue}`);
  });

  test("draws the first page of another PDF with its form fields and layers", async () => {
    const bytes = await stamped({ file: page(), stamp: richPdf("A"), width: "100" });
    assert.match((await pageTexts(bytes))[0]!, /A value/);
    const placed = await stamped({ file: page(), stamp: textPdf("Letterhead"), x: "0", y: "0", width: "150" });
    assert.deepEqual(await shownTexts(placed), [{ text: "Letterhead", x: 20, y: 50, angle: 0 }]);
  });

  test("draws in the same place whatever the content of the page does to its graphics state", async () => {
    const show = (text: string) => `BT /F 10 Tf 5 5 Td (${text}) Tj ET`;
    for (const content of ["q 3 0 0 3 9 9 cm q", "Q 2 0 0 2 0 0 cm Q", "q Q Q 2 0 0 2 0 0 cm Q"]) {
      const plain = page("", `${content} ${show("Old")}`);
      const [old] = await shownTexts(plain);
      const texts = await shownTexts(await stamped({ file: plain, text: "New", fontSize: "10", x: "50", y: "30" }));
      assert.deepEqual(texts, [old, { text: "New", x: 50, y: 41, angle: 0 }], content);
    }
  });

  test("keeps a claim to be PDF/A for a grey text, and drops it with a warning for a picture", async () => {
    const html = { html: "<p>Hello</p>", options: { pdfA: "2b" } };
    const archived = Buffer.from(await (await post("/convert/html-to-pdf", html)).arrayBuffer());
    assert.deepEqual(await warningsOf({ file: archived, text: "Copy", color: "#808080" }), []);
    assert.deepEqual(await warningsOf({ file: archived, text: "Copy", color: "#ff0000" }), ["pdfa-removed"]);
    assert.deepEqual(await warningsOf({ file: archived, image: Buffer.from(SVG) }), ["pdfa-removed"]);
  });

  test("returns the same bytes for the same request", async () => {
    const parts = { file, text: "Copy 机密", angle: "30", opacity: "0.4" };
    assert.deepEqual(await stamped(parts), await stamped(parts));
  });

  const text = "Copy";
  refuses(PATH, [
    ["nothing is to be drawn", form({ file }), 400, "INVALID_REQUEST", /^text must be given, or image, or stamp/],
    ["two things are", form({ file, text, stamp: file }), 400, "INVALID_REQUEST", /^text must be given/],
    ["the text is empty", form({ file, text: " " }), 400, "INVALID_REQUEST", /^text must not be empty/],
    ["the position is unknown", form({ file, text, position: "middle" }), 400, "INVALID_REQUEST", /^position must be/],
    ["x comes alone", form({ file, text, x: "5" }), 400, "INVALID_REQUEST", /^x must be given with y/],
    ["the colour is a word", form({ file, text, color: "red" }), 400, "INVALID_REQUEST", /^color must be a colour/],
    ["the opacity is 0", form({ file, text, opacity: "0" }), 400, "INVALID_REQUEST", /^opacity must be/],
    [
      "a page has no text size",
      form({ file, stamp: file, fontSize: "9" }),
      400,
      "INVALID_REQUEST",
      /^fontSize is only/,
    ],
    ["a page is past the end", form({ file, text, pages: "4" }), 400, "INVALID_REQUEST", /^pages has 4/],
    [
      "the picture is a GIF",
      form({ file, image: Buffer.from("GIF89a") }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /^image is a GIF image, not PNG, JPEG or SVG/,
    ],
    [
      "the picture is damaged",
      form({ file, image: Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1") }),
      400,
      "INVALID_REQUEST",
      /^image is a damaged picture/,
    ],
    [
      "the stamp is no PDF",
      form({ file, stamp: Buffer.from("hello") }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /^stamp: The file is not a PDF|not a PDF/,
    ],
  ]);
});
