import { type Call, officeService } from "./office/calls.ts";
import { hello, invoice, report } from "./office/documents.ts";
import { quantile } from "./support/load.ts";

/** How many documents a second do 20 clients get, and two at once against one? Bars: p99 within 3 times p50, 1.7 times. */
const service = await officeService(200);

const clients = async (call: Call, count: number, width: number) => {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const client = async () => {
    while (next++ < count) times.push(await service.call(call));
  };
  await Promise.all(Array.from({ length: width }, client));
  return { perSecond: (count * 1000) / (performance.now() - started), times };
};

for (const [name, call, count] of [
  ["hello.docx", { path: "/convert/word-to-pdf", bytes: hello }, 200],
  ["invoice.xlsx", { path: "/convert/excel-to-pdf", bytes: invoice }, 200],
  ["report.docx", { path: "/convert/word-to-pdf", bytes: report }, 60],
] as const) {
  await clients(call, 20, 4);
  const [one, two] = [await clients(call, count / 4, 1), await clients(call, count / 4, 2)];
  const { perSecond, times } = await clients(call, count, 20);
  const [middle, high] = [quantile(times, 0.5), quantile(times, 0.99)];
  console.log(
    `${name}: ${perSecond.toFixed(1)} a second for 20 clients, p50 ${middle.toFixed(0)} ms, p99 ${high.toFixed(0)} (${(high / middle).toFixed(1)} times); ` +
      `one at once ${one.perSecond.toFixed(1)}, two ${two.perSecond.toFixed(1)}: ${(two.perSecond / one.perSecond).toFixed(2)} times`,
  );
}
await service.stop();
