import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { wholeService } from "../test/support/whole.ts";
import { startClient } from "./support/client.ts";
import { cases, formRequest } from "./support/hundred-megabytes.ts";
import { watchSilence } from "./support/silence.ts";

/**
 * How long is the service silent while one caller sends 100 MB of each kind (HTML: 10 MB)? Bar: 250 ms, asked every 20 ms.
 * CASES selects kinds.
 */
const SILENCE_BAR_MS = 250;
const named = process.env["CASES"]?.split(",") ?? Object.keys(cases);
// In memory, because the disk of this machine is not measured.
const folder = mkdtempSync(join("/dev/shm", "platen-neighbours-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const client = startClient();
const service = await wholeService(named.length, { PLATEN_LOG: "off" });
let missed = 0;
for (const [index, name] of named.entries()) {
  const { path, what, parts } = await cases[name]!();
  const request = formRequest(parts);
  const body = join(folder, name);
  writeFileSync(body, new Uint8Array(await request.arrayBuffer()));
  await sleep(1000); // the garbage of this process is collected
  const headers = { "X-API-Key": service.keys[index]!, "Content-Type": request.headers.get("content-type")! };
  const answer = client.send({ port: service.port, to: `POST /v1${path}`, headers, body });
  const { silence, mostMb } = await watchSilence(service, answer);
  rmSync(body);
  const { status, seconds } = await answer;
  if (silence > SILENCE_BAR_MS) missed++;
  console.log(
    `${silence > SILENCE_BAR_MS ? "MISSED " : ""}${name}, ${what}: silent ${silence.toFixed(0)} ms; ${status} after ${seconds.toFixed(1)} s; the server held ${mostMb.toFixed(0)} MB at most`,
  );
}
client.stop();
await service.stop();
process.exitCode = missed === 0 ? 0 : 1;
