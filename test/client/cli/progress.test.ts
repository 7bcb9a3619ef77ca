import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { suite, test } from "node:test";
import { place } from "../../support/client/place.ts";
import { url } from "../../support/platen.ts";

/** A root without /dev/pts has no terminals. */
const noTerminal = spawnSync("script", ["-qec", "true", "/dev/null"]).status !== 0 && "this machine opens no terminal";

suite("on a terminal", { concurrency: false, skip: noTerminal }, () => {
  const onTerminal = async (line: string) => {
    const { cwd, key } = await place();
    const program = `${process.execPath} ${join(process.cwd(), "client/cli/main.ts")}`;
    const env = { PATH: process.env["PATH"] ?? "", PLATEN_URL: url, PLATEN_API_KEY: key };
    const done = Promise.withResolvers<{ code: number; shown: string }>();
    const child = spawn("script", ["-qec", `${program} ${line}`, "/dev/null"], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let shown = "";
    child.stdout.on("data", (chunk) => {
      shown += chunk;
    });
    child.once("close", (code) => done.resolve({ code: code ?? -1, shown }));
    return done.promise;
  };

  test("shows a bar for several files, and removes it", async () => {
    const { code, shown } = await onTerminal("compress letter.pdf annex.pdf --out-dir small");
    assert.equal(code, 0);
    assert.match(shown, /\[-{30}\] 0\/2/);
    assert.match(shown, /\[#{15}-{15}\] 1\/2/);
    assert.ok(shown.endsWith("\r\u001b[K"));
    assert.equal((await onTerminal("html page.html -o page.pdf")).shown, "");
  });

  test("shows no PDF file", async () => {
    const { code, shown } = await onTerminal("html page.html -o -");
    assert.deepEqual([code, shown.trim()], [2, "platen: a PDF file does not go to a terminal: send it to a file"]);
  });
});
