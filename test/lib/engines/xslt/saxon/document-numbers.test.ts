import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ReadableDocuments } from "../../../../../lib/engines/xslt/saxon/readable-documents.ts";
import { compile, transformWithSaxon } from "../../../../../lib/engines/xslt/saxon/stylesheet.ts";
import { saxonPart } from "../../../../../lib/engines/xslt/saxon/transform.ts";
import { zygoteAddon } from "../../../../../lib/workers/zygote-addon.ts";
import { file, stopEngines, textOf, value, XML } from "../../../../support/later-stylesheets.ts";
import { stylesheet } from "../../../../support/stylesheet.ts";
import { until } from "../../../../support/until.ts";

const skip = zygoteAddon() === undefined && "forks are made on x86-64 Linux alone";

const trees = ["b", "a"].map((name) => `<xsl:variable name="${name}"><${name}/></xsl:variable>`).join("");
const ids = "for $node in (/r, //i, $a/*, doc('d.xml')) return generate-id($node)";
const ordered = "($a/* | doc('d.xml')/* | $b/* | /r) ! name()";
const parts = [ids, ordered, "random-number-generator()?number", "doc-available('warm-up.xml')"];
const xslt = stylesheet(value(parts.join(", ")), trees, "", "3.0");
const files = [file("d.xml", "<d/>")];

/** The text of the result of this process. */
const textHere = (): string => {
  const at = { xml: "document.xml", xslt: "stylesheet.xsl", params: {} };
  const sources = [file(at.xslt, xslt), ...files].map(({ path, bytes }) => ({ path, field: path, text: bytes }));
  const compiled = compile(at.xslt, {}, new ReadableDocuments(sources));
  const document = { path: at.xml, field: "xml", text: Buffer.from(XML) };
  const result = transformWithSaxon({ ...at, compiled }, new ReadableDocuments([document, ...sources]));
  return result.replace(/<[^>]*>|\n/g, "").trim();
};

after(stopEngines);

test("ids, random numbers and the order of documents are those of a new process in each fork of a warm one", {
  skip,
}, async () => {
  const first = textHere();
  assert.match(first, /^d1.* false$/);
  assert.equal(textHere(), first);
  await textOf(stylesheet("x", "", "", "3.0"));
  await until(() => saxonPart.startWay?.().way === "fork");
  for (const count of [1, 2]) {
    assert.equal(await textOf(xslt, { files }), first);
    assert.ok((saxonPart.starts?.()["fork"] ?? 0) > count);
  }
});
