import { enableCompileCache } from "node:module";
import { makeUndumpable } from "../lib/confinement/undumpable.ts";
import { SettingsError } from "../lib/settings/read-settings.ts";
import { printMessage, reasonOf } from "./messages.ts";
import { readArguments } from "./serve-arguments.ts";

readArguments(process.argv.slice(2));

enableCompileCache(new URL("../.cache/compiled", import.meta.url).pathname);

// Before any key or document is in the memory.
if (!makeUndumpable()) printMessage("other processes of this user can read the memory and environment of the service");

const fail = (error: unknown): never => {
  for (const line of error instanceof SettingsError ? error.problems : [reasonOf(error)]) printMessage(line);
  process.exit(1);
};

await import("./env-file.ts");

// Imported here, so that each wrong setting is reported in one line.
const { startService } = await import("./platen.ts").catch(fail);
const { url, adminUrl, demo, stop } = await startService().catch(fail);

/** A second signal within this time counts as the first one: npm repeats a signal that the terminal has sent already. */
const REPEATED_SIGNAL_MS = 1000;

let stoppingSince: number | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince >= REPEATED_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    printMessage("finishing the running requests ...");
    stop().then(() => process.exit(0), fail);
  });
}

if (adminUrl !== undefined) printMessage(`the admin API is at ${adminUrl}`);
if (demo) {
  printMessage(`serving ${url} with ${demo.credits} demo credits. Try:`);
  process.stderr.write(
    `\n  curl --fail-with-body ${url}/convert/html-to-pdf -H 'X-API-Key: ${demo.apiKey}' \\\n` +
      `    -H 'Content-Type: application/json' -d '{"html":"<h1>Hello</h1>"}' -o hello.pdf\n\n` +
      `or, in a browser, ${new URL("/docs/try", url)}#key=${demo.apiKey}\n\n`,
  );
} else {
  printMessage(`serving ${url}`);
}
process.stdout.write(`${JSON.stringify({ ready: true, url, apiKey: demo?.apiKey ?? null })}\n`);
