import { setTimeout as sleep } from "node:timers/promises";
import { wholeService } from "../test/support/whole.ts";
import { hostileCsv } from "./support/hostile/csv.ts";
import { hostileForms } from "./support/hostile/forms.ts";
import type { HostileInput } from "./support/hostile/hostile-input.ts";
import { hostileHtml } from "./support/hostile/html.ts";
import { hostileJson } from "./support/hostile/json.ts";
import { hostileMarkdown } from "./support/hostile/markdown.ts";
import { hostileOffice } from "./support/hostile/office.ts";
import { hostilePdfs } from "./support/hostile/pdf.ts";
import { hostileXml } from "./support/hostile/xml.ts";
import { residentMb, watchSilence } from "./support/silence.ts";

/**
 * How long is the service silent while one caller sends a hostile input, and how much memory does it take? Bars: 100 ms of
 * silence, asked every 20 ms, and 200 MB of growth. INPUTS selects inputs by a part of
 * their names, ALL prints a line for each.
 */
const SILENCE_BAR_MS = 100;
const GROWTH_BAR_MB = 200;
const KEYS = 100;

const service = await wholeService(KEYS, { PLATEN_LOG: "off" });
const address = `http://127.0.0.1:${service.port}`;

const send = async ({ path, type }: HostileInput, body: Buffer, key: string): Promise<string> => {
  const headers = { "X-API-Key": key, "Content-Type": type };
  const reply = await fetch(address + path, { method: "POST", headers, body: body as Uint8Array<ArrayBuffer> });
  const bytes = Buffer.from(await reply.arrayBuffer());
  return reply.ok ? `200 ${bytes.length} bytes` : `${reply.status} ${JSON.parse(bytes.toString()).error.message}`;
};

const alone = await watchSilence(service, sleep(3000));
console.log(`nothing sent: silent ${alone.silence.toFixed(0)} ms`);
const wanted = process.env["INPUTS"] ?? "";
const OTHER_INPUTS = [hostileForms, hostileJson, hostileCsv, hostileXml, hostileHtml, hostileMarkdown, hostileOffice];
const inputs = [...OTHER_INPUTS.flat(), ...hostilePdfs].filter(({ name }) => name.includes(wanted));
let missed = 0;
const worst = { silence: 0, growth: 0 };
for (const [index, input] of inputs.entries()) {
  const body = input.body();
  await sleep(200);
  const before = residentMb(service.pid);
  const begun = performance.now();
  const answer = send(input, body, service.keys[index % KEYS]!);
  const { silence, mostMb } = await watchSilence(service, answer);
  const growth = mostMb - before;
  const fails = silence > SILENCE_BAR_MS || growth > GROWTH_BAR_MB;
  if (fails) missed++;
  worst.silence = Math.max(worst.silence, silence);
  worst.growth = Math.max(worst.growth, growth);
  const took = ((performance.now() - begun) / 1000).toFixed(1);
  if (fails || process.env["ALL"] !== undefined)
    console.log(
      `${fails ? "MISSED " : ""}${input.name}: silent ${silence.toFixed(0)} ms, grew ${growth.toFixed(0)} MB, ${took} s, ${(await answer).slice(0, 110)}`,
    );
}
console.log(
  `${inputs.length} inputs: longest silence ${worst.silence.toFixed(0)} ms, most growth ${worst.growth.toFixed(0)} MB, ${missed} missed a bar`,
);
await service.stop();
process.exitCode = missed === 0 ? 0 : 1;
