import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { flagsOf } from "../../local/client/flags.ts";
import { generatedFiles } from "../../local/client/generate.ts";

suite("the interface of the client", () => {
  test("is that of today's OpenAPI document: npm run build:client writes it", async () => {
    for (const [file, text] of await generatedFiles()) assert.equal(await readFile(file, "utf8"), text, file);
  });
});

suite("the flags of a field", () => {
  const kindOf = (schema: Record<string, unknown>) => flagsOf({}, "field", schema).map(({ kind }) => kind);
  for (const [what, schema, kind] of [
    ["a text that may be null", { anyOf: [{ type: "string" }, { type: "null" }] }, "text"],
    ["a whole number", { type: "integer" }, "number"],
    ["a list of numbers in JSON", { contentSchema: { type: "array", items: { type: "integer" } } }, "numbers"],
    ["a list of texts", { type: "array", items: { type: "string" } }, "texts"],
    ["texts by name", { type: "object", additionalProperties: { type: "string" } }, "record"],
    [
      "a list of texts or numbers",
      { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
      "json",
    ],
    ["several files", { type: "array", items: { format: "binary" } }, "files"],
  ] as const) {
    test(`take ${what} as ${kind}`, () => assert.deepEqual(kindOf(schema), [kind]));
  }

  test("are one for each field of the object that it holds", () => {
    const schema = { contentSchema: { properties: { marginTop: { type: "string" }, scale: { type: "number" } } } };
    assert.deepEqual(
      flagsOf({}, "options", schema).map(({ flag, path }) => [flag, path]),
      [
        ["margin-top", ["options", "marginTop"]],
        ["scale", ["options", "scale"]],
      ],
    );
  });
});
