import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { TOOLCHAIN_FOLDER } from "../../../../layers/xslt/build.ts";
import { unpackSource } from "../../../../layers/xslt/sources.ts";
import { toolchain } from "../../../../layers/xslt/toolchain.ts";
import { xmlToHtml } from "../../../../lib/engines/xml-to-html.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { unavailable } from "../../../support/debian.ts";
import { bytesOf } from "../../../support/finished.ts";
import { suiteCases } from "../../../support/xslt-suite.ts";
import { fetchXsltproc } from "../../../support/xsltproc.ts";

/** A result without traces of its encoding: decoded, with references resolved and without the declared encoding. */
const plain = (bytes: Uint8Array, label: string): string =>
  new TextDecoder(label)
    .decode(bytes)
    .replace(/(encoding="|charset=)[\w-]+"/g, '$1"')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

const asked = (stylesheet: Buffer): string =>
  /<xsl:output[^>]*\sencoding\s*=\s*["']([\w-]+)/.exec(stylesheet.toString("latin1"))?.[1] ?? "utf-8";

/** The share of the cases that xsltproc passes which the engine must pass as well. */
const PASSED_SHARE_MIN = 0.97;
const SOURCE_FOLDER = ".cache/test/libxslt";

after(() => warmParts().get(xmlToHtml.name)?.stop());

/** xsltproc of Debian and the cases of libxslt's source; why they cannot be fetched as text. */
const peer = async () => {
  await unpackSource("libxslt", await toolchain(TOOLCHAIN_FOLDER, { log: console.error }), SOURCE_FOLDER);
  return { xsltproc: await fetchXsltproc(), cases: await suiteCases(SOURCE_FOLDER) };
};
const found = await peer().catch(unavailable);
const skip = typeof found === "string" && found;

test("the cases of libxslt's own tests return the bytes of xsltproc", { skip }, async () => {
  assert.ok(typeof found !== "string");
  const differing: string[] = [];
  let passed = 0;
  for (const { name, xml, xslt, more, recoded } of found.cases) {
    const due = await found.xsltproc(xslt, xml);
    if (due.status !== 0) continue;
    const job = { xml: await readFile(xml), xslt: await readFile(xslt), params: {} };
    const result = await xmlToHtml.run(job, AbortSignal.timeout(600_000)).then(bytesOf, () => undefined);
    const isSame =
      result !== undefined &&
      (due.output.equals(result) || (recoded && plain(result, "utf-8") === plain(due.output, asked(job.xslt))));
    // A case that needs a second file or an extension of the tests is refused.
    if (more && !isSame) continue;
    passed++;
    if (!isSame) differing.push(name);
  }
  assert.ok(passed > 300, `${passed} cases`);
  assert.ok(differing.length <= (1 - PASSED_SHARE_MIN) * passed, differing.join(", "));
});
