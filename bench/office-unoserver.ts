import { hello, report } from "../test/support/office/documents.ts";
import { wholeService } from "../test/support/whole.ts";
import { fileForm, load, quantile } from "./support/load.ts";
import { unoserver } from "./support/unoserver.ts";

/**
 * How many Word documents a second do 20 clients get over HTTP, compared with unoserver on the machine's own LibreOffice
 * (UNOSERVER names its program)? Bars: 5 times as many of one line, 3.5 times of 27 pages; p99 at most 3 times p50.
 */
const CLIENT_COUNT = 20;
const program = process.env["UNOSERVER"];
if (program === undefined) throw new Error("UNOSERVER must name the program unoserver of PyPI");
const peer = await unoserver(program);
const service = await wholeService(200);

const clients = async (convert: () => Promise<number>, count: number) => {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const client = async () => {
    while (next++ < count) times.push(await convert());
  };
  await Promise.all(Array.from({ length: CLIENT_COUNT }, client));
  return { perSecond: (count * 1000) / (performance.now() - started), times };
};

for (const [name, bytes, count, theirs] of [
  ["hello.docx", hello, 300, 60],
  ["report.docx, 27 pages", report, 60, 20],
] as const) {
  const { body, type } = fileForm(bytes);
  const by = (most: number) =>
    load(service.port, "/v1/convert/word-to-pdf", body, service.keys, { count: most, clients: CLIENT_COUNT, type });
  await by(200); // each key once
  await peer.convert(bytes);
  const ours = await by(count);
  const uno = await clients(() => peer.convert(bytes), theirs);
  const [middle, high] = [quantile(ours.times, 0.5), quantile(ours.times, 0.99)];
  console.log(
    `${name}: ${ours.perSecond.toFixed(1)} a second, ${ours.failures} failures, p50 ${middle.toFixed(0)} ms, p99 ${high.toFixed(0)} (${(high / middle).toFixed(1)} times); ` +
      `unoserver ${uno.perSecond.toFixed(1)}: ${(ours.perSecond / uno.perSecond).toFixed(1)} times as many`,
  );
}
await service.stop();
await peer.stop();
