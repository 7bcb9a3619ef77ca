import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import sharp from "sharp";
import { filesInZip } from "../../support/files-in-zip.ts";
import { form } from "../../support/form.ts";
import { damages } from "../../support/pdf/damage.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/images";
const file = textPdf("Alpha", "Beta", "Gamma");

type Parts = Parameters<typeof form>[0];

/** The answer to a form, its name, type and bytes. */
const draw = async (parts: Parts) => {
  const reply = await post(PATH, form({ file, ...parts }));
  assert.equal(reply.status, 200, await reply.clone().text());
  const name = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
  const { headers } = reply;
  return { name, type: headers.get("content-type"), headers, bytes: Buffer.from(await reply.arrayBuffer()) };
};

/** The pixels of a picture, with its size and number of channels. */
const pixelsOf = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels),
  ];
  return { ...info, at };
};

/** A page of 100 x 50 points with this content and these other entries. */
const drawnPage = (content: string, page = "", objects: readonly string[] = [], catalog = ""): Buffer =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 100 50]>>",
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R${page}>>`,
    rawStream(content),
    ...objects,
  ]);

/** The left half of the page is red. */
const redLeft = "1 0 0 rg 0 0 50 50 re f";
const [RED, GREEN, BLUE] = [
  [255, 0, 0],
  [0, 128, 0],
  [0, 0, 255],
];

suite("POST /pdf/images", { concurrency: 2 }, () => {
  test("returns the picture of one page, at 150 dots per inch", async () => {
    const { name, type, bytes } = await draw({ pages: "2" });
    assert.deepEqual([name, type], ["page.png", "image/png"]);
    const { width, height, density } = await sharp(bytes).metadata();
    assert.deepEqual([width, height, density], [625, 417, 150]);
  });

  for (const [format, name, type] of [
    ["png", "page.png", "image/png"],
    ["jpeg", "page.jpg", "image/jpeg"],
    ["webp", "page.webp", "image/webp"],
  ] as const) {
    test(`makes ${format}`, async () => {
      const drawn = await draw({ file: drawnPage(redLeft), format, width: "100" });
      assert.deepEqual([drawn.name, drawn.type], [name, type]);
      const metadata = await sharp(drawn.bytes).metadata();
      assert.deepEqual([metadata.format, metadata.width, metadata.height], [format, 100, 50]);
      const { at } = await pixelsOf(drawn.bytes);
      for (const [colour, x] of [[RED, 20] as const, [[255, 255, 255], 80] as const]) {
        for (const [channel, value] of at(x, 25).entries()) assert.ok(Math.abs(value - colour[channel]!) < 8);
      }
    });
  }

  test("puts the pictures of several pages into an archive, by the numbers of the pages", async () => {
    const many = textPdf(...Array.from({ length: 12 }, (_, at) => `Page ${at + 1}`));
    const { name, type, bytes } = await draw({ file: many, pages: "12,2-3,2", dpi: "20" });
    assert.deepEqual([name, type], ["images.zip", "application/zip"]);
    const files = await filesInZip(bytes);
    assert.deepEqual([...files.keys()], ["page-02.png", "page-03.png", "page-12.png"]);
    for (const [number, page] of [
      ["02", "2"],
      ["12", "-1"],
    ] as const) {
      const alone = await draw({ file: many, pages: page, dpi: "20" });
      assert.deepEqual(files.get(`page-${number}.png`), alone.bytes);
    }
  });

  test("draws all pages if none is chosen", async () => {
    const { bytes } = await draw({ width: "30", format: "webp" });
    assert.deepEqual([...(await filesInZip(bytes)).keys()], ["page-1.webp", "page-2.webp", "page-3.webp"]);
  });

  test("draws a page turned and cut, as it is shown", async () => {
    const { bytes } = await draw({ file: drawnPage(redLeft, "/Rotate 90/CropBox[0 0 60 50]"), dpi: "72" });
    const { width, height, at } = await pixelsOf(bytes);
    assert.deepEqual([width, height], [50, 60]);
    assert.deepEqual([at(25, 5), at(25, 55)], [RED, [255, 255, 255]]);
  });

  test("draws annotations and the values of form fields", async () => {
    const square = "<</Type/Annot/Subtype/Square/Rect[60 10 90 40]/F 4/AP<</N 6 0 R>>>>";
    const field = "<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/Ff 65536/Rect[10 10 40 40]/F 4/AP<</N 8 0 R>>>>";
    const shape = (colour: string) => rawStream(`${colour} rg 0 0 30 30 re f`, "/Subtype/Form/BBox[0 0 30 30]");
    const pdf = drawnPage(
      "",
      "/Annots[5 0 R 7 0 R]",
      [square, shape("0 0 1"), field, shape("0 0.5 0")],
      "/AcroForm<</Fields[7 0 R]>>",
    );
    const { at } = await pixelsOf((await draw({ file: pdf, dpi: "72" })).bytes);
    assert.deepEqual([at(75, 25), at(25, 25)], [BLUE, GREEN]);
  });

  test("draws Japanese text whose font is not in the file", async () => {
    const cidFont =
      "<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4>>>>";
    const font = `<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/UniJIS-UTF16-H/DescendantFonts[${cidFont}]>>`;
    const written = (text: string) =>
      drawnPage(`BT /F 40 Tf 5 10 Td <${text}> Tj ET`, `/Resources<</Font<</F ${font}>>>>`);
    const [day, book] = await Promise.all(
      ["65E5", "672C"].map(async (text) => (await draw({ file: written(text), dpi: "72" })).bytes),
    );
    const dark = async (bytes: Buffer) => (await sharp(bytes).raw().toBuffer()).filter((value) => value < 128).length;
    assert.ok((await dark(day!)) > 100);
    assert.notDeepEqual(day, book);
  });

  test("draws a page larger than a band without a seam", async () => {
    const diagonal = drawnPage("0 0 1 rg 0 0 m 100 0 l 100 50 l f");
    const { bytes } = await draw({ file: diagonal, width: "4000" });
    const small = await draw({ file: diagonal, width: "1000" });
    const shrunk = await sharp(bytes).resize(1000, 500, { kernel: "cubic" }).raw().toBuffer();
    const direct = await sharp(small.bytes).raw().toBuffer();
    const differing = shrunk.filter((value, at) => Math.abs(value - direct[at]!) > 64).length;
    assert.ok(differing < direct.length / 1000, `${differing} of ${direct.length} differ`);
  });

  test("colours the background, or leaves it out", async () => {
    const pdf = drawnPage(redLeft);
    const coloured = await pixelsOf((await draw({ file: pdf, dpi: "72", background: "#00f" })).bytes);
    assert.deepEqual([coloured.at(25, 25), coloured.at(75, 25)], [RED, BLUE]);
    for (const format of ["png", "webp"]) {
      const { bytes } = await draw({ file: pdf, dpi: "72", background: "transparent", format });
      const { channels, at } = await pixelsOf(bytes);
      assert.equal(channels, 4);
      assert.deepEqual([at(25, 25)[3], at(75, 25)[3]], [255, 0]);
    }
    const half = await pixelsOf((await draw({ file: pdf, dpi: "72", background: "#0000ff80" })).bytes);
    assert.deepEqual(half.at(75, 25), [0, 0, 255, 128]);
  });

  test("makes a gray PNG of a page without colours", async () => {
    const { channels } = await sharp((await draw({ pages: "1" })).bytes).metadata();
    assert.equal(channels, 1);
  });

  test("draws a smaller file with a lower quality", async () => {
    const [low, high] = await Promise.all(
      ["10", "95"].map(async (quality) => (await draw({ pages: "1", format: "jpeg", quality })).bytes.length),
    );
    assert.ok(low! < high!);
  });

  test("draws a file that needs a password, and warns that its pictures need none", async () => {
    const locked = await readFile("test/fixtures/pdf/password.pdf");
    const reply = await post(PATH, form({ file: locked, password: "secret", pages: "1" }), {
      Accept: "application/json",
    });
    const { warnings, contentType } = (await reply.json()) as { warnings: { code: string }[]; contentType: string };
    assert.deepEqual([warnings.map(({ code }) => code), contentType], [["password-removed"], "image/png"]);
  });

  for (const [why, damage] of Object.entries(damages)) {
    test(`draws the same of a file with damage: ${why}`, async () => {
      const whole = await draw({ width: "200" });
      const drawn = await draw({ file: damage(file), width: "200" });
      assert.deepEqual(await filesInZip(drawn.bytes), await filesInZip(whole.bytes));
    });
  }

  test("returns the same bytes for the same request", async () => {
    for (const parts of [{ pages: "1" }, { format: "jpeg" }]) {
      const [first, second] = await Promise.all([draw(parts), draw(parts)]);
      assert.ok(first.headers.get("etag"));
      assert.deepEqual(first.bytes, second.bytes);
      assert.equal(first.headers.get("etag"), second.headers.get("etag"));
    }
  });
});

const emptyPage = (width: number, height: number): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 ${width} ${height}]>>`,
    "<</Type/Page/Parent 2 0 R>>",
  ]);
/** The largest size that readers know. */
const huge = emptyPage(14_400, 14_400);
const long = emptyPage(10, 14_400);
const locked = await readFile("test/fixtures/pdf/password.pdf");
const many = textPdf(...Array<string>(130).fill("x"));

refuses(PATH, [
  ["both sizes are given", form({ file, dpi: "72", width: "100" }), 400, "INVALID_REQUEST", /^width must not be given/],
  ["dpi is too low", form({ file, dpi: "19" }), 400, "INVALID_REQUEST", /^dpi must be 20 to 600/],
  ["the width is no whole number", form({ file, width: "10.5" }), 400, "INVALID_REQUEST", /^width /],
  ["the format is unknown", form({ file, format: "gif" }), 400, "INVALID_REQUEST", /^format /],
  ["the background is no colour", form({ file, background: "red" }), 400, "INVALID_REQUEST", /^background must be a/],
  [
    "a JPEG would be transparent",
    form({ file, format: "jpeg", background: "transparent" }),
    400,
    "INVALID_REQUEST",
    /^background must have no opacity/,
  ],
  ["a PNG has a quality", form({ file, quality: "80" }), 400, "INVALID_REQUEST", /^quality must not be given for png/],
  ["a page is past the end", form({ file, pages: "4" }), 400, "INVALID_REQUEST", /^pages has 4, but the file has 3/],
  ["a page is too large", form({ file: huge, dpi: "600" }), 400, "INVALID_REQUEST", /^dpi 600 makes .* of page 1/],
  ["a page is too large by default", form({ file: huge }), 400, "INVALID_REQUEST", /^dpi 150 makes .* of page 1/],
  [
    "a side is longer than WebP has",
    form({ file: long, dpi: "150", format: "webp" }),
    400,
    "INVALID_REQUEST",
    /^dpi 150 makes a picture of 21 x 30000 .* 16383 in webp/,
  ],
  [
    "all pages have too many pixels",
    form({ file: many, width: "7000" }),
    400,
    "INVALID_REQUEST",
    /^width 7000 makes more than 4000 million pixels/,
  ],
  ["the file is no PDF", form({ file: Buffer.from("%PDF-1.7\n%nothing") }), 415, "UNSUPPORTED_MEDIA_TYPE", /^file: /],
  ["the file needs a password", form({ file: locked }), 400, "INVALID_REQUEST", /^file: /],
  ["the password is wrong", form({ file: locked, password: "no" }), 400, "INVALID_REQUEST", /^password does not open/],
]);
