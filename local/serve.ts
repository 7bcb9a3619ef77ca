import { enableCompileCache } from "node:module";
import { reasonOf, tell } from "./tell.ts";

enableCompileCache(new URL("../.cache/compiled", import.meta.url).pathname);

const fail = (error: unknown): never => {
  tell(reasonOf(error));
  process.exit(1);
};

// Imported here, so that a setting that is wrong is told in one line too.
const { startService } = await import("./platen.ts").catch(fail);
const { url, demo, stop } = await startService().catch(fail);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    tell("finishing what runs ...");
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
