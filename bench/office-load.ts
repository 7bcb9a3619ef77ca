import { hello, invoice, report } from "../test/support/office/documents.ts";
import { wholeService } from "../test/support/whole.ts";
import { fileForm, load, quantile } from "./support/load.ts";

/** How many documents a second do 20 clients get, and two clients compared with one? Bars: no failure; p99 within 3 times p50; 1.7 times. */
const service = await wholeService(200);

for (const [name, path, bytes, count] of [
  ["hello.docx", "/v1/convert/word-to-pdf", hello, 600],
  ["invoice.xlsx", "/v1/convert/excel-to-pdf", invoice, 400],
  ["report.docx", "/v1/convert/word-to-pdf", report, 100],
] as const) {
  const { body, type } = fileForm(bytes);
  const by = (clients: number, most: number) =>
    load(service.port, path, body, service.keys, { count: most, clients, type });
  await by(4, 200); // each key once
  const [one, two, twenty] = [await by(1, count / 4), await by(2, count / 4), await by(20, count)];
  const [middle, high] = [quantile(twenty.times, 0.5), quantile(twenty.times, 0.99)];
  console.log(
    `${name}: ${twenty.perSecond.toFixed(1)} a second for 20 clients, ${one.failures + two.failures + twenty.failures} failures, ` +
      `p50 ${middle.toFixed(0)} ms, p99 ${high.toFixed(0)} (${(high / middle).toFixed(1)} times); ` +
      `one at once ${one.perSecond.toFixed(1)}, two ${two.perSecond.toFixed(1)}: ${(two.perSecond / one.perSecond).toFixed(2)} times`,
  );
}
await service.stop();
