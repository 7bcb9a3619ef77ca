import { wholeService } from "../test/support/whole.ts";
import { documentCall, type Parts, PEER_CALLS, type PeerCall } from "./support/gotenberg-calls.ts";
import { load, quantile } from "./support/load.ts";

/**
 * How much faster is the service than Gotenberg, which listens on the port GOTENBERG of this machine? Both get the same documents
 * over HTTP in turns, from one client and from 20. DOCUMENTS are further files, separated by colons: presentations, workbooks and
 * texts of any kind. ONLY selects calls. Each call has its bars.
 */
const ROUNDS = 3;
/** Calls of a round from one client, and from 20. */
const [CALLS_ALONE, CALLS_TOGETHER] = [10, 40];
/** Until it is over, calls are not measured: a new process compiles its code while it serves the first hundreds of calls. */
const WARM_UP_MS = 4000;
const WARM_UP_CALLS = 20;

interface Target {
  readonly port: number;
  readonly path: string;
  readonly body: Buffer;
  readonly type: string;
  readonly keys: readonly string[];
}

const target = async (port: number, path: string, parts: Parts, keys: readonly string[]): Promise<Target> => {
  if (typeof parts === "string") return { port, path, keys, type: "application/json", body: Buffer.from(parts) };
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const sent = new Request("http://localhost", { method: "POST", body: form });
  return {
    port,
    path,
    keys,
    type: sent.headers.get("content-type") ?? "",
    body: Buffer.from(await sent.arrayBuffer()),
  };
};

const callsOf = ({ port, path, body, type, keys }: Target, clients: number, count: number) =>
  load(port, path, body, keys, { count, clients, type });

/** The times of single calls in ms, the most documents a second for 20 clients, and the failures of both. */
interface Speed {
  readonly alone: number[];
  together: number;
  failures: number;
}

const measure = async (one: Target, speed: Speed): Promise<void> => {
  const single = await callsOf(one, 1, CALLS_ALONE);
  const many = await callsOf(one, 20, CALLS_TOGETHER);
  speed.alone.push(...single.times);
  speed.together = Math.max(speed.together, many.perSecond);
  speed.failures += single.failures + many.failures;
};

const warmUp = async (one: Target): Promise<void> => {
  const end = performance.now() + WARM_UP_MS;
  while (performance.now() < end) await callsOf(one, 2, WARM_UP_CALLS);
};

const compare = async ({ name, ours, theirs, bars }: PeerCall): Promise<void> => {
  const mine = await target(service.port, `/v1${ours.path}`, ours.parts, service.keys);
  const other = await target(Number(process.env["GOTENBERG"]), `/forms${theirs.path}`, theirs.parts, service.keys);
  const [own, peer]: [Speed, Speed] = [
    { alone: [], together: 0, failures: 0 },
    { alone: [], together: 0, failures: 0 },
  ];
  for (const one of [mine, other]) await warmUp(one);
  for (let round = 0; round < ROUNDS; round++) {
    await measure(mine, own);
    await measure(other, peer);
  }
  const [time, theirTime] = [quantile(own.alone, 0.5), quantile(peer.alone, 0.5)];
  const ratios = [theirTime / time, own.together / peer.together] as const;
  const isMissed = own.failures > 0 || ratios.some((ratio, at) => ratio < (bars[at] ?? 0));
  const speeds = `${time.toFixed(1)} ms, Gotenberg ${theirTime.toFixed(1)}: ${ratios[0].toFixed(1)} times (bar ${bars[0]}); `;
  const many = `${own.together.toFixed(1)} a second, Gotenberg ${peer.together.toFixed(1)}: ${ratios[1].toFixed(1)} times (bar ${bars[1]})`;
  console.log(`${isMissed ? "MISSED " : ""}${name}: ${speeds}${many}; failures ${own.failures}, ${peer.failures}`);
};

if (process.env["GOTENBERG"] === undefined) throw new Error("GOTENBERG is not set: the port of a running Gotenberg.");
const service = await wholeService(1, {
  PLATEN_PLANS: JSON.stringify({ standard: { requestsPerMinute: null, requestsPerSecond: null } }),
});
const only = process.env["ONLY"]?.split(",");
const documents = (process.env["DOCUMENTS"] ?? "").split(":").filter(Boolean);
for (const call of [...PEER_CALLS, ...documents.map(documentCall)]) {
  if (only?.includes(call.name) !== false) await compare(call);
}
await service.stop();
process.exit();
