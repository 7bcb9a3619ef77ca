import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { get, nameAt, numberAt } from "../../../lib/pdf/access.ts";
import { Stream } from "../../../lib/pdf/objects.ts";
import { reachableObjects } from "../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { decodeJpx } from "../../../lib/pictures/jpx.ts";
import { readJpxHeader } from "../../../lib/pictures/jpx-header.ts";
import { imagePage, seeded } from "../../support/pdf/pictures.ts";

interface Encoder {
  getDecodedBuffer(frame: object): Uint8Array;
  setQuality(lossless: boolean, rate: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}

const makeEncoder = createRequire(import.meta.url)("@cornerstonejs/codec-openjpeg/wasmjs") as (
  options: object,
) => Promise<{ J2KEncoder: new () => Encoder }>;
const [WIDTH, HEIGHT] = [1100, 700];
const random = seeded(6);
/** Soft colours under grain. */
const samples = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)];
    return 90 + 60 * Math.sin((x + (at % 3) * 50) / 90) * Math.cos(y / 70) + 30 * random();
  }),
);

const encoded = async (): Promise<Buffer> => {
  const silent = () => {};
  const { J2KEncoder } = await makeEncoder({ print: silent, printErr: silent });
  const encoder = new J2KEncoder();
  const frame = { width: WIDTH, height: HEIGHT, bitsPerSample: 8, componentCount: 3, isSigned: false };
  encoder.getDecodedBuffer(frame).set(samples);
  encoder.setQuality(true, 0);
  encoder.encode();
  return Buffer.from(encoder.getEncodedBuffer());
};

const codestream = await encoded();

/** A JP2 file around the codestream, with these boxes in its header. */
const jp2 = (...boxes: Buffer[]): Buffer => {
  const box = (type: string, ...content: Buffer[]): Buffer => {
    const body = Buffer.concat(content);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + body.length);
    head.write(type, 4, "latin1");
    return Buffer.concat([head, body]);
  };
  const size = Buffer.from([0, 0, HEIGHT >> 8, HEIGHT & 255, 0, 0, WIDTH >> 8, WIDTH & 255, 0, 3, 7, 7, 0, 0]);
  return Buffer.concat([
    box("jP  ", Buffer.from([13, 10, 135, 10])),
    box("ftyp", Buffer.from("jp2 \0\0\0\0jp2 ", "latin1")),
    box("jp2h", box("ihdr", size), ...boxes.map((body) => box(body.toString("latin1", 0, 4), body.subarray(4)))),
    box("jp2c", codestream),
  ]);
};
const colour = (space: number) => Buffer.from([...Buffer.from("colr"), 1, 0, 0, 0, 0, 0, space]);

describe("the headers of a picture are read", () => {
  const header = { width: WIDTH, height: HEIGHT, components: 3, depth: 8, decompositions: 5, isPlain: true };
  test("from a codestream alone, and from a file around it", () => {
    assert.deepEqual(readJpxHeader(codestream), header);
    assert.deepEqual(readJpxHeader(jp2(colour(16))), header);
  });
  test("with whether its samples are plain colours", () => {
    for (const boxes of [[colour(18)], [colour(16), Buffer.from("pclr")], [Buffer.from("cdef"), colour(16)]]) {
      assert.equal(readJpxHeader(jp2(...boxes))!.isPlain, false);
    }
  });
  test("and are undefined for other data", () => {
    assert.equal(readJpxHeader(codestream.subarray(0, 40)), undefined);
    assert.equal(readJpxHeader(Buffer.from("no picture at all")), undefined);
    assert.equal(readJpxHeader(Buffer.alloc(0)), undefined);
  });
});

test("a picture is decoded without a change, or scaled down", async () => {
  const header = readJpxHeader(codestream)!;
  assert.ok((await decodeJpx(codestream, header, 1)).data.equals(samples));
  const half = await decodeJpx(codestream, header, 0.4);
  assert.deepEqual([half.width, half.height, half.data.length], [WIDTH / 2, HEIGHT / 2, (WIDTH * HEIGHT * 3) / 4]);
});

test("a damaged picture is not decoded, and the next one is", async () => {
  const header = readJpxHeader(codestream)!;
  await assert.rejects(decodeJpx(codestream.subarray(0, 60), header, 1), Error);
  await assert.rejects(decodeJpx(codestream, { ...header, width: WIDTH - 1 }, 1), Error);
  assert.equal((await decodeJpx(codestream, header, 1)).width, WIDTH);
});

test("a JPEG 2000 picture becomes a JPEG of the level's resolution", async () => {
  const before = imagePage(WIDTH, HEIGHT, "/Filter/JPXDecode", jp2(colour(16)));
  const { body } = await compressPdf.run({ bytes: before, quality: "low" }, new AbortController().signal);
  assert.ok(body.length < before.length / 10, `${body.length} of ${before.length} bytes`);
  const images = [...reachableObjects(openWithBudget(body).document.catalog)].flatMap(({ value }) =>
    value instanceof Stream && nameAt(value, "Subtype") === "Image" ? [value] : [],
  );
  assert.deepEqual(
    images.map((image) => [nameAt(image, "Filter"), nameAt(image, "ColorSpace"), numberAt(image, "BitsPerComponent")]),
    [["DCTDecode", "DeviceRGB", 8]],
  );
  assert.equal(get(images[0]!, "SMaskInData"), undefined);
});
