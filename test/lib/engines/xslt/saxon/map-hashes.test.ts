import assert from "node:assert/strict";
import { after, test } from "node:test";
import { run, stopEngines, textOf, value } from "../../../../support/later-stylesheets.ts";
import { stylesheet } from "../../../../support/stylesheet.ts";

after(stopEngines);

test("the keys of a map have the same order after another stylesheet has been compiled", async () => {
  const keys = ["alpha", "beta", "gamma", "abba", "zeta", "alta"].map((key) => `'${key}': 1`).join(", ");
  const xslt = stylesheet(
    value(`map:keys(map { ${keys} })`),
    "",
    'xmlns:map="http://www.w3.org/2005/xpath-functions/map"',
    "3.0",
  );
  const first = await textOf(xslt);
  await run(stylesheet(value("map { 'a': 1 }?a"), "", "", "3.0"));
  assert.equal(await textOf(xslt), first);
  assert.equal(first.split(" ").length, 6);
});
