import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { superlinearPatternsIn } from "./support/superlinear-patterns.ts";

const found = (source: string) => superlinearPatternsIn(source, true).map(({ pattern }) => pattern);

suite("the check of regular expressions", () => {
  for (const [what, source] of [
    ["nested repetition", "/^(a+)+$/"],
    ["adjacent repetition", "/^\\d+\\.?\\d*x/"],
    ["repetition without a fixed start", "/[a-z]+:/"],
    ["repetition with high limits", "/^[a-z]{1,100}[a-z.]{1,100}=/"],
    ["a pattern made from a text", 'new RegExp("^(a+)+$")'],
    ["a pattern made from a template", "new RegExp(`^($\u007bname}+)+$`)"],
  ] as const)
    test(`finds ${what}`, () => {
      assert.equal(found(`export const pattern: RegExp = ${source};`).length, 1);
    });

  test("accepts linear patterns", () => {
    assert.deepEqual(found("export const pattern: RegExp = /^\\d+(?:\\.\\d*)?x/;"), []);
  });

  test("accepts a pattern whose input is said to be short", () => {
    assert.deepEqual(found("// short input: a name of 40 characters\nexport const pattern = /[a-z]+:/;"), []);
  });
});
