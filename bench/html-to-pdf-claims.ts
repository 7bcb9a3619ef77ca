import { setTimeout as sleep } from "node:timers/promises";
import { invoice } from "../test/support/documents.ts";
import { wholeService } from "../test/support/whole.ts";
import { ask, connected, quantile, requestBytes } from "./support/load.ts";

/**
 * How long does a warm call of html-to-pdf take with `pdfUa` and `pdfA`, compared with the same call without them, when both take
 * turns? Bar: 1.25 times.
 */
const BAR = 1.25;
const ROUNDS = 41;
const WARM_UP_ROUNDS = 8;
const KEY_COUNT = 8;
/** Milliseconds before each call: a spare browser gets ready. */
const PAUSE_MS = 300;

const page = invoice().replaceAll("<svg", '<svg aria-label="Logo"');
const article = `<html lang="en"><title>Article</title>${`<h2>Part</h2><p>${"Some words of a text. ".repeat(40)}<a href="https://a.example/">link</a><ul><li>one<li>two</ul>`.repeat(60)}`;

const OPTIONS = { without: {}, pdfA: { pdfA: "2b" }, pdfUa: { pdfUa: "1" }, both: { pdfUa: "1", pdfA: "2a" } };
type Kind = keyof typeof OPTIONS;
const kinds = Object.keys(OPTIONS) as Kind[];

const service = await wholeService(KEY_COUNT);
const connection = await connected(service.port);

for (const [name, html] of [
  ["invoice", page],
  ["article", article],
] as const) {
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const at of kinds.keys()) {
      const kind = kinds[(at + round) % kinds.length]!;
      const body = JSON.stringify({ html, options: OPTIONS[kind] });
      const request = requestBytes("/v1/convert/html-to-pdf", service.keys[round % KEY_COUNT]!, body);
      await sleep(PAUSE_MS);
      const started = performance.now();
      if ((await ask(connection, request)) !== 200) throw new Error(`a request failed: ${kind}`);
      if (round >= WARM_UP_ROUNDS) times.get(kind)?.push(performance.now() - started);
    }
  }
  const [plain, ...others] = kinds.map((kind) => quantile(times.get(kind)!, 0.5)) as [number, number, number, number];
  const told = others.map((time, at) => `${kinds[at + 1]} ${time.toFixed(1)}: ${(time / plain).toFixed(2)} times`);
  const missed = (others.at(-1) ?? 0) / plain > BAR ? "MISSED " : "";
  console.log(`${missed}${name}: ${plain.toFixed(1)} ms without; ${told.join("; ")}`);
}
connection.destroy();
await service.stop();
