import "../../support/fixed-date.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, suite, test } from "node:test";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { htmlToPdf } from "../../../lib/engines/html-to-pdf.ts";
import { markdownToPdf } from "../../../lib/engines/markdown-to-pdf.ts";
import { PLAIN_PAGE } from "../../../lib/engines/page-setup.ts";
import { type Output, outputBytes } from "../../../lib/output/output.ts";
import { besideLoops } from "../../support/busy-machine.ts";
import { stopEngines } from "../../support/print.ts";

after(stopEngines);

const { signal } = new AbortController();

const graph = Array.from({ length: 60 }, (_, node) => `A${node}-->B${(node * 7) % 60}\nB${node}-->A${(node + 1) % 60}`);
const MARKDOWN = `# A\n\n\`\`\`mermaid\ngraph TD\n${graph.join("\n")}\n\`\`\`\n\n\`\`\`mermaid\nsequenceDiagram\nA->>B: yes\n\`\`\`\n`;
const BUSY_TIMERS = `<p id=p>x<script>for(let i=0;i<400;i++)setTimeout(()=>{let s=0;for(let j=0;j<2e6;j++)s+=j;p.append(" "+i)},i*10)</script>`;
const FRAMES = `<p id=p>x<script>let n=0;requestAnimationFrame(function f(){p.append(" "+n++);if(n<100)requestAnimationFrame(f)})</script>`;
const LAZY = `<p>${"word ".repeat(20_000)}<img loading=lazy src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`;

const printed = (html: string): Promise<Output> => htmlToPdf.run({ source: { html }, pageSetup: PLAIN_PAGE }, signal);

const JOBS: Readonly<Record<string, () => Promise<Output>>> = {
  "a page of timers that take long": () => printed(BUSY_TIMERS),
  "a page of frames": () => printed(FRAMES),
  "a page with a lazy image": () => printed(LAZY),
  "two diagrams": () => markdownToPdf.run({ markdown: MARKDOWN, pageSetup: PLAIN_PAGE }, signal),
  "a compressed file": () => compressPdf.run({ bytes: readFileSync("samples/letter.pdf"), quality: "medium" }, signal),
};

suite("beside busy loops the same bytes and warnings come of", () => {
  for (const [what, job] of Object.entries(JOBS))
    test(what, async () => {
      const idle = await job();
      const busy = await besideLoops(job);
      assert.deepEqual(await outputBytes(busy), await outputBytes(idle));
      assert.deepEqual([busy.warnings ?? [], idle.warnings ?? []], [[], []]);
    });
});
