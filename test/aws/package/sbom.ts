import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sbomOf } from "../../../local/sbom/sbom.ts";

test("the package has a bill of materials beside it", () => {
  assert.equal(readFileSync(".serverless/platen.cdx.json", "utf8"), sbomOf(process.cwd()));
});
