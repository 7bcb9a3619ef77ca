import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { suite, test } from "node:test";
import { faultyProxy } from "../../support/client/faulty-proxy.ts";
import { place } from "../../support/client/place.ts";
import { url } from "../../support/platen.ts";

suite("exit codes", { concurrency: false }, () => {
  const codes: readonly (readonly [string, string, number, Record<string, string>?])[] = [
    ["a file that is not there", "html none.html -o x.pdf", 1],
    ["a folder that cannot be written to", "html page.html -o /proc/none/x.pdf", 1],
    ["an unknown flag", "html page.html --frmat A5 -o x.pdf", 2],
    ["an unknown command", "htm page.html", 2],
    ["no output", "html page.html", 2],
    ["no file", "html -o x.pdf", 2],
    ["a flag that is missing", "remove-pages annex.pdf -o x.pdf", 2],
    ["a number that is none", "html page.html --scale big -o x.pdf", 2],
    ["a refused document", "word annex.pdf -o x.pdf", 3],
    ["a wrong key", "html page.html -o x.pdf", 4, { PLATEN_API_KEY: "wrong" }],
    ["no service", "html page.html -o x.pdf --timeout 1", 8, { PLATEN_URL: "http://127.0.0.1:9/v1" }],
    ["an address that is none", "html page.html -o x.pdf", 2, { PLATEN_URL: "localhost" }],
  ];
  for (const [what, line, expected, env] of codes) {
    test(`${expected} for ${what}`, async () => {
      const { run, key } = await place();
      const { code, stderr, stdout } = await run(line, { env: { PLATEN_URL: url, PLATEN_API_KEY: key, ...env } });
      assert.equal(code, expected, stderr);
      assert.match(stderr, /^platen: .+\n$/);
      assert.ok(!`${stderr}${stdout}`.includes(key));
    });
  }

  test("5 without credits, 6 if the service stays busy, 7 if it fails", async () => {
    const { run } = await place(0);
    assert.equal((await run("html page.html -o x.pdf")).code, 5);
    const { run: runRich, cwd, key } = await place();
    const busy = await faultyProxy(url, [{ status: 503, headers: { "Retry-After": "60" } }]);
    const env = { PLATEN_URL: busy.url, PLATEN_API_KEY: key };
    assert.equal((await runRich("html page.html -o x.pdf --timeout 5", { env })).code, 6);
    assert.equal((await runRich("html page.html --wait-for-selector #never --wait-timeout 100 -o x.pdf")).code, 7);
    assert.ok(!(await readdir(cwd)).includes("x.pdf"));
  });
});
