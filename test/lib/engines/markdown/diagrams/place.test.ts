import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { markdownToPdf } from "../../../../../lib/engines/markdown-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../../lib/engines/page-setup.ts";
import { paperNamed } from "../../../../../lib/engines/paper.ts";
import { readPages, textOf } from "../../../../support/pdf-text.ts";
import { stopEngines } from "../../../../support/print.ts";
import { browsersOf } from "../../../../support/processes.ts";
import { startWebServer } from "../../../../support/web-server.ts";

after(stopEngines);

const fence = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`;
const printed = async (markdown: string) => {
  const { body, warnings } = await markdownToPdf.run({ markdown, pageSetup: PLAIN_PAGE }, AbortSignal.timeout(600_000));
  assert.ok(body instanceof Uint8Array);
  return { text: await textOf(body), warned: warnings.map(({ code, place }) => [code, place]) };
};

suite("mermaid diagrams", { concurrency: false }, () => {
  test("are drawn with their labels as text, and without their source", async () => {
    const { text, warned } = await printed(
      fence("flowchart TD\n A[Zwölf Köche] --> B{Wer?}") + fence("sequenceDiagram\n Alice->>Bob: Grüße"),
    );
    assert.deepEqual(warned, []);
    for (const label of ["Zwölf Köche", "Wer?", "Alice", "Grüße"]) assert.ok(text.includes(label), label);
    assert.doesNotMatch(text, /flowchart|sequenceDiagram|-->/);
  });

  test("are printed as code with a warning if mermaid cannot draw them", async () => {
    const long = `flowchart TD\n ${"A --> B\n".repeat(7000)}`;
    const { text, warned } = await printed(
      [fence('pie\n "a" : 1'), fence("flowchart TD\n A[[["), long && fence(long)].join("\n"),
    );
    assert.deepEqual(warned, [
      ["diagram-failed", "diagram 2"],
      ["diagram-failed", "diagram 3"],
    ]);
    assert.match(text, /A\[\[\[/);
  });

  test("send no request to the URLs that they name", async () => {
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

  test("are printed as code if the browser ends, and the rest of the document is printed", async () => {
    const dense = `flowchart TD\n${Array.from({ length: 300 }, (_, at) => `A${at % 60} --> B${(at * 7) % 59}`).join("\n")}`;
    const killing = setTimeout(() => {
      for (const pid of browsersOf()) process.kill(pid, "SIGKILL");
    }, 1500);
    const labels = ["eins", "zwei", "drei"];
    const whole = labels.map((label) => fence(`flowchart TD\n X[${label}]`) + fence(dense)).join("\n");
    const { text, warned } = await printed(`Before\n\n${whole}\nAfter`);
    clearTimeout(killing);
    for (const word of ["Before", ...labels, "After"]) assert.ok(text.includes(word), word);
    for (const [code] of warned) assert.ok(code === "diagram-failed" || code === "tags-left-out", code);
    assert.ok(warned.length <= 3);
  });

  test("fit a page of any size", async () => {
    const steps = Array.from({ length: 40 }, (_, at) => `A${at}[Step] --> A${at + 1}`).join("\n");
    const markdown = `Before\n\n${fence(`flowchart TD\n${steps}`)}\n${fence(`flowchart LR\n${steps}`)}\nAfter`;
    const pageSetup = { ...PLAIN_PAGE, paper: paperNamed("A6"), landscape: true };
    const { body } = await markdownToPdf.run({ markdown, pageSetup }, AbortSignal.timeout(600_000));
    const words = (await readPages(body as Uint8Array)).flatMap(({ words, width, height }) =>
      words.map((word) => ({ ...word, width, height })),
    );
    assert.equal(words.filter(({ text }) => text === "Step").length, 80);
    for (const { x, y, width, height } of words) assert.ok(x > 40 && x < width - 40 && y > 40 && y < height - 40);
  });
});
