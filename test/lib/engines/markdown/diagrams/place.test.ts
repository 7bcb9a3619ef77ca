import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { markdownToPdf } from "../../../../../lib/engines/markdown-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../../lib/engines/page-setup.ts";
import { textOf } from "../../../../support/pdf-text.ts";
import { stopEngines } from "../../../../support/print.ts";
import { startWebServer } from "../../../../support/web-server.ts";

after(stopEngines);

const fence = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`;
const printed = async (markdown: string) => {
  const { body, warnings } = await markdownToPdf.run({ markdown, page: PLAIN_PAGE }, AbortSignal.timeout(60_000));
  assert.ok(body instanceof Uint8Array);
  return { text: await textOf(body), told: warnings.map(({ code, place }) => [code, place]) };
};

suite("fences of mermaid", { concurrency: false }, () => {
  test("are drawn: their labels are text, their source is not printed", async () => {
    const { text, told } = await printed(
      fence("flowchart TD\n A[Zwölf Köche] --> B{Wer?}") + fence("sequenceDiagram\n Alice->>Bob: Grüße"),
    );
    assert.deepEqual(told, []);
    for (const label of ["Zwölf Köche", "Wer?", "Alice", "Grüße"]) assert.ok(text.includes(label), label);
    assert.doesNotMatch(text, /flowchart|sequenceDiagram|-->/);
  });

  test("that mermaid cannot draw are printed as code, which a warning tells", async () => {
    const long = `flowchart TD\n ${"A --> B\n".repeat(7000)}`;
    const { text, told } = await printed(
      [fence('pie\n "a" : 1'), fence("flowchart TD\n A[[["), long && fence(long)].join("\n"),
    );
    assert.deepEqual(told, [
      ["diagram-failed", "diagram 2"],
      ["diagram-failed", "diagram 3"],
    ]);
    assert.match(text, /A\[\[\[/);
  });

  test("ask nothing of the network, whatever they name", async () => {
    const { port, asked, close } = await startWebServer(() => ({}));
    const url = `http://127.0.0.1:${port}/x`;
    await printed(
      [
        `%%{init: {"securityLevel":"loose","themeCSS":"@import url(${url}); * {background:url(${url})}"}}%%\nflowchart TD\n A-->B`,
        `flowchart TD\n A["<img src='${url}'>"] --> B["<script src='${url}'></script>"]\n click A "${url}" "x"`,
        `flowchart TD\n A --> B\n style A fill:url(${url})\n click A call fetch("${url}")`,
        `flowchart TD\n A@{ img: "${url}", label: "x" }`,
      ]
        .map(fence)
        .join("\n"),
    );
    close();
    assert.deepEqual(asked, []);
  });
});
