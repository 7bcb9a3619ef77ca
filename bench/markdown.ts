import MarkdownIt from "markdown-it";
import { markdownToHtml } from "satteri";
import { htmlToPdf } from "../lib/engines/html-to-pdf.ts";
import { convert } from "../lib/engines/markdown/convert.ts";
import { toPage } from "../lib/engines/markdown/page.ts";
import { markdownToPdf } from "../lib/engines/markdown-to-pdf.ts";
import { warmParts } from "../lib/engines/warm.ts";
import { DEFAULT_PAGE } from "../lib/pdf-options.ts";
import { quantile } from "./support/load.ts";

/** How long does Markdown take: parsed, beside markdown-it (bar 0.5 times its CPU), printed, beside its own HTML (1.3 times), at 10 MB (30 s)? */
const paragraph =
  "Lorem **ipsum** dolor `sit` amet, [consectetur](https://example.com) *adipiscing* elit, sed do eiusmod.\n";
const block = (i: number) =>
  `## Chapter ${i}\n\n${paragraph.repeat(6)}\n- one\n- two\n  - [x] three\n\n| a | b |\n|---|--:|\n| ${i} | 2 |\n\n> quoted\n\n\`\`\`\ncode ${i}\n\`\`\`\n\n`;
const book = (bytes: number): string => {
  let text = "# Book\n\n";
  for (let i = 1; text.length < bytes; i++) text += block(i);
  return text;
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
const { pieces, ...about } = convert(small);
const html = toPage(pieces[0]!, about);
const signal = () => AbortSignal.timeout(60_000);
const printed = await time(() => htmlToPdf.run({ source: { html }, page: DEFAULT_PAGE }, signal()));
const whole = await time(() => markdownToPdf.run({ markdown: small, page: DEFAULT_PAGE }, signal()));
console.log(
  `8 KB to PDF: ${whole.toFixed(1)} ms, the same HTML ${printed.toFixed(1)}: ${(whole / printed).toFixed(2)} times`,
);

const started = performance.now();
await markdownToPdf.run({ markdown: book(10_000_000), page: DEFAULT_PAGE }, signal());
console.log(
  `10 MB to PDF: ${((performance.now() - started) / 1000).toFixed(1)} s, ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB in the server at the most`,
);
for (const part of warmParts().values()) await part.stop();
