import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { dictAt, nameAt, numberAt, numbersOf, resolve } from "../../../lib/pdf/access.ts";
import { plainData } from "../../../lib/pdf/filters/decode.ts";
import { type Dict, Stream } from "../../../lib/pdf/objects.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { form } from "../../support/form.ts";
import { unpacked } from "../../support/pdf/look.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { bitmap } from "../../support/pictures/bitmap.ts";
import { pngOf } from "../../support/pictures/png.ts";
import { tiffOf } from "../../support/pictures/tiff.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/convert/image-to-pdf";

const call = async (files: readonly Uint8Array[], options: object = {}): Promise<Uint8Array> => {
  const reply = await post(PATH, form({ files, options: JSON.stringify(options) }));
  assert.equal(reply.status, 200, await reply.clone().text());
  return new Uint8Array(await reply.arrayBuffer());
};

interface Image {
  readonly dict: Dict;
  readonly data: Uint8Array;
  /** The samples, without filters. */
  readonly samples: Buffer | undefined;
}

/** The pages of a PDF: their sizes in points, their contents, and their images. */
const pagesOf = (bytes: Uint8Array) => {
  const { document, budget } = openWithBudget(bytes);
  return document.pages.map((page) => {
    const objects = dictAt(dictAt(page, "Resources"), "XObject") ?? new Map();
    const images = [...objects.values()].flatMap((value): Image[] => {
      const stream = resolve(value);
      if (!(stream instanceof Stream)) return [];
      return [{ dict: stream.dict, data: stream.data, samples: plainData(stream, budget) }];
    });
    const content = resolve((page.value as Dict).get("Contents"));
    const box = numbersOf((page.value as Dict).get("MediaBox")) ?? [];
    return {
      size: box.slice(2).map((length) => Math.round(length * 100) / 100),
      content: content instanceof Stream ? Buffer.from(content.data).toString("latin1") : "",
      images,
    };
  });
};

const pixels = { width: 6, height: 4 } as const;
const noise = (channels: number): Buffer =>
  Buffer.from(Array.from({ length: pixels.width * pixels.height * channels }, (_, at) => (at * 37 + 11) % 251));
const rgb = sharp(noise(3), { raw: { ...pixels, channels: 3 } });
const photo = await rgb.clone().jpeg({ quality: 90 }).toBuffer();
const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><rect width="50" height="20"/></svg>',
);

suite("POST /convert/image-to-pdf", { concurrency: 2 }, () => {
  test("embeds a JPEG byte for byte, in the size that its resolution gives", async () => {
    const jpeg = await rgb.clone().withMetadata({ density: 144 }).jpeg().toBuffer();
    const progressive = await rgb.clone().jpeg({ progressive: true }).toBuffer();
    const [first, second] = pagesOf(await call([jpeg, progressive]));
    assert.deepEqual(Buffer.from(first!.images[0]!.data), jpeg);
    assert.deepEqual(Buffer.from(second!.images[0]!.data), progressive);
    assert.equal(nameAt(first!.images[0]!.dict, "Filter"), "DCTDecode");
    assert.deepEqual(first!.size, [3, 3], "a page has 3 points at least");
    assert.deepEqual(second!.size, [4.5, 3]);
  });

  test("inverts the CMYK of Adobe's programs, and keeps profiles", async () => {
    const cmyk = await rgb.clone().toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer();
    const [page] = pagesOf(await call([cmyk]));
    const { dict } = page!.images[0]!;
    assert.deepEqual(numbersOf(dict.get("Decode")), [1, 0, 1, 0, 1, 0, 1, 0]);
    const [name, profile] = dict.get("ColorSpace") as [unknown, unknown];
    assert.equal((name as { text: string }).text, "ICCBased");
    assert.equal(numberAt(profile as never, "N"), 4);
  });

  test("shows pictures upright that are stored turned", async () => {
    const turned = await rgb.clone().withMetadata({ orientation: 6, density: 72 }).jpeg().toBuffer();
    const [page] = pagesOf(await call([turned]));
    assert.deepEqual(page!.size, [4, 6]);
    assert.equal(page!.content, "q 0 -6 4 0 0 6 cm /Im0 Do Q\n");
  });

  test("passes the pixels of a PNG through, with its palette and the colour that is transparent", async () => {
    const rows = Buffer.from([0, 0b00011011, 1, 0b11100100]);
    const palette = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]);
    const indexed = pngOf({ width: 4, height: 2, depth: 2, kind: 3 }, rows, { PLTE: palette });
    const grey = pngOf({ width: 1, height: 1, depth: 16, kind: 0 }, Buffer.from([0, 1, 2]), {
      tRNS: Buffer.from([1, 2]),
      gAMA: Buffer.from([0, 1, 134, 160]),
    });
    const [first, second] = pagesOf(await call([indexed, grey]));
    assert.deepEqual(Buffer.from(first!.images[0]!.data), deflateSync(rows));
    assert.deepEqual(Buffer.from((first!.images[0]!.dict.get("ColorSpace") as Uint8Array[])[3]!), palette);
    const { dict, samples } = second!.images[0]!;
    assert.deepEqual(samples, Buffer.from([1, 2]));
    assert.equal(numberAt(dict, "BitsPerComponent"), 16);
    assert.deepEqual(numbersOf(dict.get("Mask")), [258, 258]);
    assert.equal(((dict.get("ColorSpace") as unknown[])[0] as { text: string }).text, "CalGray");
  });

  test("makes a soft mask of an opacity, interlaced or not", async () => {
    const raw = sharp(noise(4), { raw: { ...pixels, channels: 4 } });
    const files = [await raw.clone().png().toBuffer(), await raw.clone().png({ progressive: true }).toBuffer()];
    for (const { images } of pagesOf(await call(files))) {
      const { dict, samples } = images[0]!;
      const mask = resolve(dict.get("SMask")) as Stream;
      const { budget } = openWithBudget(textPdf("x"));
      assert.deepEqual(
        samples,
        noise(4).filter((_, at) => at % 4 < 3),
      );
      assert.deepEqual(
        plainData(mask, budget),
        noise(4).filter((_, at) => at % 4 === 3),
      );
    }
  });

  test("accepts WebP, GIF, AVIF and BMP without loss, and reports that an animation stands still", async () => {
    const frames = sharp([photo, await rgb.clone().negate().jpeg().toBuffer()], { join: { animated: true } });
    const moving = await frames.gif().toBuffer();
    const files = [
      await rgb.clone().webp({ lossless: true }).toBuffer(),
      bitmap(3, 2),
      await rgb.clone().avif().toBuffer(),
    ];
    const reply = await post(PATH, form({ files: [...files, moving] }), { accept: "application/json" });
    const { pages, warnings } = (await reply.json()) as { pages: number; warnings: { code: string; place: string }[] };
    assert.equal(pages, 4);
    assert.deepEqual(
      warnings.map(({ code, place }) => `${code} ${place}`),
      ["animation-left-out file 4"],
    );
    const [webp, bmp] = pagesOf(await call(files.slice(0, 2)));
    assert.deepEqual(webp!.images[0]!.samples, noise(3));
    assert.deepEqual(
      bmp!.images[0]!.samples,
      Buffer.from([2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9, 14, 13, 12, 17, 16, 15]),
    );
  });

  test("makes a page of each page of a TIFF: bits stay bits, a fax stays as it is, 16 bits stay", async () => {
    const fax = Buffer.from([0x80, 0x08, 0x00, 0x80]);
    const tiff = tiffOf([
      { width: 8, height: 2, bits: [1], data: Buffer.from([0b10101010, 0b11110000]), photometric: 1, dpi: [204, 98] },
      { width: 1, height: 2, bits: [16, 16, 16], data: Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) },
      { width: 8, height: 1, bits: [1], data: fax, photometric: 0, compression: 4 },
    ]);
    const [bits, deep, passed] = pagesOf(await call([tiff]));
    assert.equal(nameAt(bits!.images[0]!.dict, "Filter"), "JBIG2Decode");
    assert.equal(numberAt(bits!.images[0]!.dict, "BitsPerComponent"), 1);
    assert.match(bits!.content, /^q 2\.823529 0 0 1\.469388 /);
    assert.deepEqual(deep!.images[0]!.samples, Buffer.from([2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11]));
    assert.deepEqual(Buffer.from(passed!.images[0]!.data), fax);
  });

  test("prints SVG as vectors, with pictures on one paper", async () => {
    const made = await call([svg, photo, svg], { format: "A5", perPage: 2, marginTop: "2cm", title: "Both" });
    const pages = pagesOf(made);
    assert.equal(pages.length, 2);
    assert.deepEqual(pages[0]!.size, [419.53, 595.28]);
    assert.equal(pages[0]!.images.length, 2);
    assert.equal(nameAt(pages[0]!.images[0]!.dict, "Subtype"), "Form");
    assert.match(unpacked(made), /Both/);
  });

  test("fits pictures on paper that turns with them, or draws them by a resolution", async () => {
    const [fitted] = pagesOf(await call([photo], { format: "A4" }));
    assert.deepEqual(fitted!.size, [841.89, 595.28]);
    const [small] = pagesOf(await call([photo], { format: "a4", landscape: false, dpi: 72 }));
    assert.deepEqual(small!.size, [595.28, 841.89]);
    assert.match(small!.content, /^q 6 0 0 4 /);
    const [framed] = pagesOf(await call([photo], { format: "fit", dpi: 72, marginLeft: "1in" }));
    assert.deepEqual(framed!.size, [78, 4]);
  });

  test("returns the same bytes for the same pictures", async () => {
    const files = [photo, bitmap(40, 30), await rgb.clone().png().toBuffer()];
    assert.deepEqual(await call(files), await call(files));
  });
});

const png = await rgb.clone().png().toBuffer();
const webp = await rgb.clone().webp().toBuffer();
const bomb = pngOf({ width: 100_000, height: 100_000, depth: 8, kind: 2 }, Buffer.alloc(10), {});
const loop = tiffOf([{ width: 1, height: 1, bits: [8], data: Buffer.from([1]) }], { loops: true });
const many = Array.from({ length: 101 }, () => bitmap(1, 1));
const cut = (bytes: Buffer, rest: number) => bytes.subarray(0, bytes.length - rest);
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypheic\0\0\0\0mif1heic", "latin1"),
  Buffer.alloc(40),
]);

suite("POST /convert/image-to-pdf refuses", { concurrency: 2 }, () => {
  const BAD = [400, "INVALID_REQUEST"] as const;
  const OTHER = [415, "UNSUPPORTED_MEDIA_TYPE"] as const;
  refuses(PATH, [
    ["there is no picture", form({ options: "{}" }), ...BAD, /^files must be 1 to 100/],
    ["there are too many", form({ files: many }), ...BAD, /^files must be 1 to 100/],
    [
      "a part is a PDF",
      form({ files: [photo, textPdf("x")] }),
      ...OTHER,
      /^files\.1 is a PDF, which \/pdf\/merge takes/,
    ],
    [
      "a part is HTML",
      form({ files: Buffer.from("<!doctype html><p>") }),
      ...OTHER,
      /^files\.0 .*\/convert\/html-to-pdf/,
    ],
    ["a part is HEIC", form({ files: heic }), ...OTHER, /^files\.0 is an HEIC picture/],
    ["a JPEG is cut off", form({ files: [photo, cut(photo, 20)] }), ...BAD, /^files\.1: The picture is damaged/],
    [
      "a JPEG lacks its lower half",
      form({ files: Buffer.concat([cut(photo, photo.length >> 2), Buffer.from([0xff, 0xd9])]) }),
      ...BAD,
      /^files\.0: The picture is damaged/,
    ],
    ["a PNG is cut off", form({ files: cut(png, 30) }), ...BAD, /^files\.0: The picture is damaged/],
    ["a WebP is cut off", form({ files: cut(webp, 9) }), ...BAD, /^files\.0: /],
    ["a BMP is cut off", form({ files: cut(bitmap(9, 9), 9) }), ...BAD, /^files\.0: The picture is damaged/],
    ["an SVG is cut off", form({ files: [photo, cut(svg, 9)] }), ...BAD, /^files\.1 is a damaged picture/],
    ["a PNG claims too many pixels", form({ files: bomb }), ...BAD, /^files\.0: .* 100000 × 100000 pixels/],
    ["the pages of a TIFF lead back", form({ files: loop }), ...BAD, /^files\.0: .*lead back/],
    [
      "margins leave no room",
      form({ files: photo, options: '{"format":"A6","marginTop":"20cm"}' }),
      ...BAD,
      /^options has margins/,
    ],
    [
      "several pictures have no paper",
      form({ files: photo, options: '{"format":"fit","perPage":2}' }),
      ...BAD,
      /^options\.perPage/,
    ],
  ]);
});
