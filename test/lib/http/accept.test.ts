import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { prefersJson } from "../../../lib/http/accept.ts";

suite("Accept", () => {
  for (const [header, json] of [
    [undefined, false],
    ["", false],
    ["*/*", false],
    ["application/json", true],
    ["Application/JSON; charset=utf-8", true],
    ["application/pdf", false],
    ["application/pdf, application/json", false],
    ["application/json, application/pdf;q=0.9", true],
    ["application/json;q=0.5, application/pdf", false],
    ["application/json, text/plain, */*", false],
    ["application/json, */*;q=0.8", true],
    ["application/*", false],
    ["application/*;q=0.2, application/json", true],
    ["application/json;q=0, */*", false],
    ["text/html", false],
    ["application/json;q=junk", false],
  ] as const) {
    test(`${header ?? "none"} gives ${json ? "the metadata object" : "the file"}`, () =>
      assert.equal(prefersJson(header, "application/pdf"), json));
  }
});
