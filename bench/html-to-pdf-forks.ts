import { hello, invoice } from "../test/support/documents.ts";
import { wholeService } from "../test/support/whole.ts";
import { busyMs } from "./support/busy.ts";
import { load, quantile } from "./support/load.ts";

/**
 * What does a document of one account cost in a forked browser, compared with a new browser? Services of both kinds take turns.
 * Each round has COUNT documents, from 1 client and from 20, and measures documents a second, the median time of a document, and
 * the service's processor time. Bars: half the processor time for a line of text, and no longer median time with 1 client.
 */
const ROUND_COUNT = 3;
const DOCUMENT_COUNT = Number(process.env["COUNT"] ?? 200);
/** Each scene has an account of its own, so it shares its warm browsers with no other scene. */
const SCENES = [
  { name: "hello", html: hello, clients: 1 },
  { name: "hello", html: hello, clients: 20 },
  { name: "invoice", html: invoice(), clients: 1 },
  { name: "invoice", html: invoice(), clients: 20 },
];
const PLANS = JSON.stringify({ standard: { requestsPerMinute: null, requestsPerSecond: null } });
interface Round {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly processorMs: number;
  readonly failures: number;
}

const start = async (way: "new" | "fork") => {
  const service = await wholeService(SCENES.length, {
    PLATEN_PLANS: PLANS,
    PLATEN_BROWSER_START: way,
    PLATEN_LOG: "off",
  });
  const run = async (scene: number): Promise<Round> => {
    const { html, clients } = SCENES[scene]!;
    const [body, key] = [JSON.stringify({ html }), service.keys[scene]!];
    const send = (count: number) => load(service.port, "/v1/convert/html-to-pdf", body, [key], { count, clients });
    await send(20);
    const before = busyMs(service.pid);
    const { perSecond, times, failures } = await send(DOCUMENT_COUNT);
    return {
      perSecond,
      medianMs: quantile(times, 0.5),
      processorMs: (busyMs(service.pid) - before) / DOCUMENT_COUNT,
      failures,
    };
  };
  return { way, run, stop: service.stop };
};

const services = [await start("new"), await start("fork")];
const median = (rounds: readonly Round[], part: keyof Round): number =>
  quantile(
    rounds.map((round) => round[part]),
    0.5,
  );
for (const [scene, { name, clients }] of SCENES.entries()) {
  const rounds = { new: [] as Round[], fork: [] as Round[] };
  for (let round = 0; round < ROUND_COUNT; round++)
    for (const { way, run } of services) rounds[way].push(await run(scene));
  const told = (["fork", "new"] as const).map((way) => {
    const of = (part: keyof Round) => median(rounds[way], part);
    const failures = rounds[way].reduce((sum, round) => sum + round.failures, 0);
    return `${way} ${of("perSecond").toFixed(1)} a second, p50 ${of("medianMs").toFixed(1)} ms, ${of("processorMs").toFixed(0)} ms of processor time, ${failures} failures`;
  });
  const ratio = (part: keyof Round) => (median(rounds.fork, part) / median(rounds.new, part)).toFixed(2);
  console.log(
    `${name}, clients ${clients}: ${told.join("; ")}: ${ratio("processorMs")} times the processor time, ${ratio("medianMs")} times p50`,
  );
}
for (const { stop } of services) await stop();
