import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { hello } from "../test/support/documents.ts";
import { form } from "../test/support/form.ts";
import { textPdf } from "../test/support/pdf/raw.ts";
import { wholeService } from "../test/support/whole.ts";
import { ask, connected, formBytes, quantile, requestBytes } from "./support/load.ts";
import { type Hostile, hostileRequests } from "./support/neighbours.ts";

/**
 * One account, then five, send endless pages, slow pages, SVG bombs, endless stylesheets and formulas over which LibreOffice
 * crashes, as fast as their windows let them. How long do hello.html, a tiny merge and a letter of Word of other accounts take?
 * Bars beside one: median ≤ 3 times alone, worst ≤ 2 s; beside five: worst ≤ 10 s; no failures. SECONDS is the time of each
 * scene, SCENES names some of them.
 */
const SCENE_MS = 1000 * Number(process.env["SECONDS"] ?? 30);
const wanted = process.env["SCENES"]?.split(",") ?? Object.keys(hostileRequests);
const [NEIGHBOURS, SOCKETS_OF_ACCOUNT, RETRY_MS, BETWEEN_CALLS_MS] = [8, 20, 1000, 250];

const merging = new Request("http://x", { method: "POST", body: form({ files: [textPdf("A"), textPdf("B")] }) });
const mergeType = merging.headers.get("content-type")!;
const mergeBody = Buffer.from(await merging.arrayBuffer());
const letter = readFileSync(new URL("../samples/letter.docx", import.meta.url));

const KINDS = ["hello", "merge", "letter"] as const;

/** The times of the calls of each kind, in ms. */
type Taken = Record<(typeof KINDS)[number], number[]> & { failures: number };

/** Calls each kind in turns until the time, with the keys in turn. */
const neighbour = async (port: number, keys: readonly string[], until: number): Promise<Taken> => {
  const taken: Taken = { hello: [], merge: [], letter: [], failures: 0 };
  const socket = await connected(port);
  for (let call = 0; performance.now() < until; call++) {
    const key = keys[call % keys.length]!;
    const requests = {
      hello: requestBytes("/v1/convert/html-to-pdf", key, JSON.stringify({ html: hello })),
      merge: requestBytes("/v1/pdf/merge", key, mergeBody, mergeType),
      letter: formBytes("/v1/convert/word-to-pdf", key, letter),
    };
    for (const kind of KINDS) {
      const started = performance.now();
      if ((await ask(socket, requests[kind])) !== 200) taken.failures++;
      taken[kind].push(performance.now() - started);
    }
    await sleep(BETWEEN_CALLS_MS);
  }
  socket.destroy();
  return taken;
};

/** Sends hostile requests over many sockets, each as soon as the last is answered. Returns a function that ends this. */
const attack = async (port: number, key: string, requests: readonly Hostile[]): Promise<() => void> => {
  const sockets: Socket[] = [];
  const bytes = requests.map(({ path, body, type }) => requestBytes(path, key, body, type));
  let [next, isOver] = [0, false];
  const send = async (socket: Socket) => {
    while (!isOver) if ((await ask(socket, bytes[next++ % bytes.length]!)) === 429) await sleep(RETRY_MS);
  };
  for (let count = 0; count < SOCKETS_OF_ACCOUNT; count++) {
    const socket = await connected(port);
    sockets.push(socket);
    socket.on("error", () => {});
    send(socket).catch(() => {});
  }
  return () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  };
};

const scene = async (
  requests: readonly Hostile[],
  hostileAccounts: number,
): Promise<{ alone: Taken; beside: Taken }> => {
  const service = await wholeService(NEIGHBOURS + hostileAccounts, { PLATEN_LOG: "off" });
  const keys = service.keys.slice(0, NEIGHBOURS);
  await neighbour(service.port, keys, performance.now() + 2000);
  const alone = await neighbour(service.port, keys, performance.now() + SCENE_MS / 3);
  const ends = await Promise.all(service.keys.slice(NEIGHBOURS).map((key) => attack(service.port, key, requests)));
  const beside = await neighbour(service.port, keys, performance.now() + SCENE_MS);
  for (const end of ends) end();
  await service.stop();
  return { alone, beside };
};

const report = (name: string, { alone, beside }: { alone: Taken; beside: Taken }): void => {
  const times = (kind: (typeof KINDS)[number]) => {
    const [median, usual] = [quantile(beside[kind], 0.5), quantile(alone[kind], 0.5)];
    const ratio = `${(median / usual).toFixed(1)} times ${usual.toFixed(0)} ms`;
    return `${kind} ${median.toFixed(0)} ms (${ratio}), worst ${Math.max(...beside[kind]).toFixed(0)}`;
  };
  const [calls, failures] = [KINDS.length * beside.hello.length, alone.failures + beside.failures];
  console.log(`${name}: ${KINDS.map(times).join("; ")}; ${calls} calls, ${failures} failures`);
  if (failures > 0) process.exitCode = 1;
};

for (const name of wanted)
  for (const accounts of [1, 5]) report(`${name} of ${accounts}`, await scene(hostileRequests[name]!, accounts));
