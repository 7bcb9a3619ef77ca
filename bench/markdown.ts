import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { markdownToHtml } from "satteri";
import { htmlToPdf } from "../lib/engines/html-to-pdf.ts";
import { convertMarkdown } from "../lib/engines/markdown/convert.ts";
import { toPage } from "../lib/engines/markdown/page.ts";
import { markdownToPdf } from "../lib/engines/markdown-to-pdf.ts";
import { PLAIN_PAGE } from "../lib/engines/page-setup.ts";
import { warmParts } from "../lib/workers/warm.ts";
import { descendantsOf } from "../test/support/processes.ts";
import { quantile } from "./support/load.ts";

/** How long does Markdown take: to parse, compared with markdown-it (bar 0.5 times its CPU); to print, compared with its HTML (1.3 times); at 10 MB (30 s, 1 GB); and beyond? */
const paragraph =
  "Lorem **ipsum** dolor `sit` amet, [consectetur](https://example.com) *adipiscing* elit, sed do eiusmod.\n";
const block = (i: number) =>
  `## Chapter ${i}\n\n${paragraph.repeat(6)}\n- one\n- two\n  - [x] three\n\n| a | b |\n|---|--:|\n| ${i} | 2 |\n\n> quoted\n\n\`\`\`\ncode ${i}\n\`\`\`\n\n`;
const book = (bytes: number): string => {
  const blocks = ["# Book\n\n"];
  for (let i = 1, length = 0; length < bytes; i++) length += blocks[blocks.push(block(i)) - 1]!.length;
  return blocks.join("");
};
const cpu = (work: () => unknown): number => {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return quantile(times, 0.5);
};

const megabyte = book(1_000_000);
const peer = new MarkdownIt({ html: true, linkify: true });
cpu(() => peer.render(megabyte));
const [ours, theirs] = [cpu(() => markdownToHtml(megabyte)), cpu(() => peer.render(megabyte))];
console.log(
  `1 MB to HTML: ${ours.toFixed(0)} ms of CPU, markdown-it ${theirs.toFixed(0)}: ${(ours / theirs).toFixed(2)} times`,
);

for (const part of warmParts().values()) await part.start();
const time = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let i = 0; i < 21; i++) {
    await new Promise((resolve) => setTimeout(resolve, 150)); // the next browser is made ready
    const started = performance.now();
    await work();
    if (i > 0) times.push(performance.now() - started);
  }
  return quantile(times, 0.5);
};
const small = book(8000);
const { pieces, ...about } = convertMarkdown(small);
const html = toPage(pieces[0]!, about);
const signal = () => AbortSignal.timeout(60_000);
const printed = await time(() => htmlToPdf.run({ source: { html }, pageSetup: PLAIN_PAGE }, signal()));
const whole = await time(() => markdownToPdf.run({ markdown: small, pageSetup: PLAIN_PAGE }, signal()));
console.log(
  `8 KB to PDF: ${whole.toFixed(1)} ms, the same HTML ${printed.toFixed(1)}: ${(whole / printed).toFixed(2)} times`,
);

/** Private memory of this process and its browsers, in megabytes. */
const held = (): number =>
  [process.pid, ...descendantsOf(process.pid)].reduce((sum, pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)].reduce(
        (all, [, kb]) => all + Number(kb) / 1000,
        sum,
      );
    } catch {
      return sum;
    }
  }, 0);
const large = async (what: string, markdown: string): Promise<void> => {
  const before = held();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, held());
  }, 100);
  const started = performance.now();
  const outcome = await markdownToPdf.run({ markdown, pageSetup: PLAIN_PAGE }, signal()).then(
    async ({ body: made }) => {
      if (!(made instanceof Uint8Array)) await made.remove?.();
      return `a PDF of ${((made instanceof Uint8Array ? made.length : made.size) / 1e6).toFixed(0)} MB`;
    },
    (error: Error) => `500: ${error.message}`,
  );
  clearInterval(watch);
  const took = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${what}: ${took} s, ${(most - before).toFixed(0)} MB in the server and its browsers: ${outcome}`);
};
const plain = `${"The quick brown fox jumps over the lazy dog and goes on to say nothing at all. ".repeat(45)}\n\n`;
await large("10 MB of small blocks", book(10_000_000));
await large("100 MB of small blocks", book(100_000_000));
await large("40 MB of long paragraphs", `# Long\n\n${plain.repeat(40_000_000 / plain.length)}`);
for (const part of warmParts().values()) await part.stop();
