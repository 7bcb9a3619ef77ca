import { enableCompileCache } from "node:module";
import { reasonOf, tell } from "./tell.ts";

enableCompileCache(new URL("../.cache/compiled", import.meta.url).pathname);

const fail = (error: unknown): never => {
  tell(reasonOf(error));
  process.exit(1);
};

// Imported here, so that a wrong setting is reported in one line.
const { startService } = await import("./platen.ts").catch(fail);
const { url, demo, stop } = await startService().catch(fail);

/** Time in which a second signal counts as the first one again: npm passes on signals that the terminal has sent already. */
const REPEATED_SIGNAL_MS = 1000;

let stoppingSince: number | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince >= REPEATED_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    tell("finishing the running requests ...");
    stop().then(() => process.exit(0), fail);
  });
}

if (demo) {
  tell(`serving ${url} with ${demo.credits} demo credits. Try:`);
  process.stderr.write(
    `\n  curl ${url}/convert/html-to-pdf -H 'X-API-Key: ${demo.apiKey}' \\\n` +
      `    -H 'Content-Type: application/json' -d '{"html":"<h1>Hello</h1>"}' -o hello.pdf\n\n`,
  );
} else {
  tell(`serving ${url}`);
}
process.stdout.write(`${JSON.stringify({ ready: true, url, apiKey: demo?.apiKey ?? null })}\n`);
