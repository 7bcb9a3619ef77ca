import { spawn } from "node:child_process";
import { once } from "node:events";
import { hello } from "../test/support/documents.ts";
import { quantile } from "./support/load.ts";

/** How long does it take from the start of a process to its first PDF, with Chromium unpacked? Bar: 0.5 s. */
const script = `
  import { print, stopEngines } from ${JSON.stringify(new URL("../test/support/print.ts", import.meta.url).pathname)};
  const { pdf } = await print({ html: ${JSON.stringify(hello)} });
  console.log(pdf.length);
  await stopEngines();`;
const times: number[] = [];
for (let round = -1; round < 9; round++) {
  const started = performance.now();
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  if (round >= 0) times.push(performance.now() - started);
  await once(child, "exit");
}
console.log(`${quantile(times, 0.5).toFixed(0)} ms at the median, ${quantile(times, 1).toFixed(0)} at worst`);
