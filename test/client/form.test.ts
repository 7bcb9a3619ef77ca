import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { suite, test } from "node:test";
import { type FormPart, formBody } from "../../client/form.ts";

/** The parts as the parser of Node's `fetch` reads them. */
const readBack = async (parts: readonly FormPart[]) => {
  const { type, content } = formBody(parts);
  const form = await new Response(content, { headers: { "Content-Type": type } }).formData();
  return [...form];
};

const file = (name: string, bytes: Uint8Array<ArrayBuffer>): FormPart => ({
  name: "file",
  value: { blob: new Blob([bytes]), name },
});

suite("a form", () => {
  for (const name of [
    'with "quotes"',
    "two\r\nlines",
    "\n",
    "Größe 日本語 🦊",
    "semi;colon=1",
    "back\\slash",
    "percent%22",
  ]) {
    test(`keeps the name ${JSON.stringify(name)}`, async () => {
      const [[, read] = []] = await readBack([file(name, new Uint8Array([1]))]);
      // "percent%22" reads as a quotation mark: the encoding of HTML does not tell them apart.
      assert.equal((read as File).name, name.replaceAll("%22", '"'));
    });
  }

  test("keeps bytes of every kind, and texts", async () => {
    const lengths = [0, 1, 2, 255, 65_536, 1_000_003];
    const contents = lengths.map((length) => new Uint8Array(randomBytes(length)));
    const lines = new TextEncoder().encode("\r\n--platen-\r\n\r\n--\r\n");
    const text: FormPart = { name: "options", value: '{"format":"A5"}\r\n--x' };
    const read = await readBack([...[...contents, lines].map((bytes, index) => file(`${index}`, bytes)), text]);
    for (const [index, bytes] of [...contents, lines].entries()) {
      assert.deepEqual(await (read[index]![1] as File).bytes(), bytes);
    }
    assert.deepEqual(read.at(-1), ["options", '{"format":"A5"}\r\n--x']);
  });

  test("has the length that it says", async () => {
    const { content } = formBody([file("a", new Uint8Array(1000)), { name: "b", value: "ü" }]);
    assert.equal((await content.arrayBuffer()).byteLength, content.size);
  });
});
