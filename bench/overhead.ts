import { service } from "../test/support/empty/start.ts";
import { load, quantile } from "./support/load.ts";

/** How much time do server, middlewares and meter add, compared with bare node:http? Bars: 6 ms; 300 a second. */
const [ours, bare] = [await service("ours"), await service("bare")];
const body = JSON.stringify({ html: "<p>x" });
const asked = async ({ port, keys }: typeof ours, count: number, clients: number) =>
  load(port, "/v1/empty", body, keys, { count, clients });

await asked(ours, 400, 4);
await asked(bare, 400, 4);
const [one, floor] = [await asked(ours, 800, 1), await asked(bare, 800, 1)];
const [mine, theirs] = [quantile(one.times, 0.5), quantile(floor.times, 0.5)];
console.log(
  `one client: ${mine.toFixed(2)} ms at the median, bare ${theirs.toFixed(2)}: ${(mine - theirs).toFixed(2)} ms added`,
);
const [many, most] = [await asked(ours, 4000, 16), await asked(bare, 4000, 16)];
console.log(
  `16 clients, 400 accounts: ${many.perSecond.toFixed(0)} a second, p99 ${quantile(many.times, 0.99).toFixed(1)} ms, ${many.failures} failures; bare ${most.perSecond.toFixed(0)} a second`,
);
ours.stop();
bare.stop();
if (many.failures > 0) process.exitCode = 1;
