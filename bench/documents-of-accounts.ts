import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { form } from "../test/support/form.ts";
import { wholeService } from "../test/support/whole.ts";
import { busyMs } from "./support/busy.ts";
import { ask, connected, quantile, requestBytes } from "./support/load.ts";

/**
 * What do further documents of one account cost, and documents of as many accounts? Documents of one account share a process;
 * each of many accounts needs a new one, which is forked from a warm one. Measures the service's processor time and the time of a
 * call. Bars: 0.1 s of processor time to compress a letter, and five times as much for one of another account.
 */
const COMPRESS_BAR_MS = 100;
const OTHER_ACCOUNT_BAR = 5;
const ROUNDS = 20;
/** Milliseconds after a call that uses up its process: the service starts the next one meanwhile, which is a part of the cost. */
const NEW_PROCESS_PAUSE_MS = 2500;
/** Milliseconds after a call whose process stays. */
const SHARED_PROCESS_PAUSE_MS = 100;

const letter = readFileSync("samples/letter.pdf");
const JOBS: Readonly<Record<string, FormData>> = {
  "/pdf/compress": form({ file: letter }),
  "/pdf/archive": form({ file: letter }),
  "/pdf/text": form({ file: letter }),
  "/convert/image-to-pdf": form({ files: readFileSync("samples/photo.jpg") }),
};

const service = await wholeService(1 + ROUNDS * Object.keys(JOBS).length, {
  PLATEN_LOG: "off",
  PLATEN_PLANS: JSON.stringify({ standard: { requestsPerMinute: null, requestsPerSecond: null } }),
});
const [one, ...many] = service.keys as [string, ...string[]];
const connection = await connected(service.port);

for (const [path, content] of Object.entries(JOBS)) {
  const sent = new Request("http://service", { method: "POST", body: content });
  const type = sent.headers.get("content-type")!;
  const body = Buffer.from(await sent.arrayBuffer());
  const call = async (key: string): Promise<number> => {
    const started = performance.now();
    if ((await ask(connection, requestBytes(`/v1${path}`, key, body, type))) !== 200) throw new Error(`${path} fails`);
    return performance.now() - started;
  };
  /** The median time of calls with these keys, and the mean processor time of one, in milliseconds. */
  const measure = async (keys: readonly string[], pauseMs: number): Promise<readonly [time: number, busy: number]> => {
    const times: number[] = [];
    const before = busyMs(service.pid);
    for (const key of keys) {
      times.push(await call(key));
      await sleep(pauseMs);
    }
    return [quantile(times, 0.5), (busyMs(service.pid) - before) / keys.length];
  };
  await call(one);
  await sleep(NEW_PROCESS_PAUSE_MS);
  const [ownTime, ownBusy] = await measure(new Array(ROUNDS).fill(one), SHARED_PROCESS_PAUSE_MS);
  const [newTime, newBusy] = await measure(many.splice(0, ROUNDS), NEW_PROCESS_PAUSE_MS);
  const isMissed = newBusy > OTHER_ACCOUNT_BAR * ownBusy || (path === "/pdf/compress" && ownBusy > COMPRESS_BAR_MS);
  console.log(
    `${isMissed ? "MISSED " : ""}${path}: of one account ${ownTime.toFixed(0)} ms a call, ${ownBusy.toFixed(0)} ms of processor time; of many ${newTime.toFixed(0)} and ${newBusy.toFixed(0)} ms`,
  );
}
connection.destroy();
await service.stop();
