import assert from "node:assert/strict";
import { test } from "node:test";
import { FormReader } from "../../../lib/http/form-reader.ts";
import { mutations } from "../../support/mutated-forms.ts";

const part = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n`;
const file = 'Content-Disposition: form-data; name="file"; filename="a"';
const field = 'Content-Disposition: form-data; name="options"';
const form = Buffer.from(
  `before\r\n${part(field, "{}")}${part(file, "x\r\n--\r\n--a\r\n--").repeat(2)}${part(file, "")}--b--\r\nbehind`,
);
const FILE_BYTES = 2 * "x\r\n--\r\n--a\r\n--".length;

/** Walks over a form that comes in pieces of so many bytes: its parts or why it has none, and its count at each look. */
const walked = (body: Buffer, size: number, boundary = "b") => {
  const reader = new FormReader(boundary);
  const counts: number[] = [];
  for (let end = size; end < body.length + size; end += size) counts.push(reader.read(body.subarray(0, end)));
  let end: unknown;
  try {
    end = reader.parts();
  } catch (error) {
    end = (error as Error).message;
  }
  return { end, counts };
};

test("a form has the same parts, whatever the pieces in which it arrives", () => {
  const { end } = walked(form, form.length);
  const contents = (end as { begin: number; end: number }[]).map(({ begin, end }) =>
    form.toString("latin1", begin, end),
  );
  assert.deepEqual(contents, ["{}", "x\r\n--\r\n--a\r\n--", "x\r\n--\r\n--a\r\n--", ""]);
  for (let size = 1; size < form.length; size++) assert.deepEqual(walked(form, size).end, end);
});

test("a damaged form gets the same error, whatever the pieces in which it arrives", () => {
  for (const { body, contentType } of mutations(500, 7)) {
    const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? "b";
    const { end } = walked(body, body.length + 1, boundary);
    for (const size of [1, 2, 7, 64]) assert.deepEqual(walked(body, size, boundary).end, end);
  }
});

test("the bytes of files are counted while they arrive, and never too high", () => {
  for (let size = 1; size < form.length; size++) {
    const { counts } = walked(form, size);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    assert.equal(counts.at(-1), FILE_BYTES);
  }
  const begun = Buffer.from(`${part(field, "{}")}--b\r\n${file}\r\n\r\n${"x".repeat(1000)}`);
  assert.ok(walked(begun, 10).counts.at(-1)! > 990);
});
