import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { withEmbeddedId } from "../../../../lib/engines/xslt/decode.ts";
import { RequestDocuments } from "../../../../lib/engines/xslt/documents.ts";
import { transformWithLibxslt } from "../../../../lib/engines/xslt/instance.ts";
import { errorOfResult } from "../../../../lib/engines/xslt/problem.ts";
import { XSLT_MODULE } from "../../../../lib/engines/xslt/threads.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const withId = (text: string): string => Buffer.from(withEmbeddedId(bytes(text))).toString();
const REFERENCE = '<?xml-stylesheet href="#a"?>';

suite("the limits of a transformation", { timeout: 600_000 }, () => {
  test("output above the limit ends it, and the message names the setting", async () => {
    const module = await WebAssembly.compile(await readFile(XSLT_MODULE));
    const xml = bytes(`<a>${"<b/>".repeat(3000)}</a>`);
    const body = `<xsl:for-each select="//b"><x>${"y".repeat(1000)}</x></xsl:for-each>`;
    const xslt = bytes(
      `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><r>${body}</r></xsl:template></xsl:stylesheet>`,
    );
    const run = (outputLimitMb: number) =>
      transformWithLibxslt(module, {
        documents: new RequestDocuments(xml, xslt),
        params: {},
        maximum: 2048,
        outputLimitMb,
      });
    assert.equal(run(4).end, "done");
    const outcome = run(2);
    assert.equal(outcome.end, "output");
    const error = errorOfResult(outcome, false, { memoryMb: 128, outputMb: 2 });
    assert.match(error.message, /more than the 2 MB.*PLATEN_OUTPUT_MB/);
  });

  test("an embedded stylesheet gets its id in linear time", { timeout: 10_000 }, () => {
    assert.equal(
      withId(`${REFERENCE}<a><x:stylesheet id="b"/><x:stylesheet\n id='a'/></a>`),
      `${REFERENCE}<a><x:stylesheet id="b"/><x:stylesheet xml:id="a"\n id='a'/></a>`,
    );
    for (const unchanged of [
      `${REFERENCE}<x:stylesheet xml:id="c" id="a"/>`,
      `<x:stylesheet id="a"/>`,
      REFERENCE + "<stylesheet ".repeat(500_000),
      REFERENCE + '<stylesheet id="b">'.repeat(300_000),
    ])
      assert.equal(withId(unchanged), unchanged);
  });
});
