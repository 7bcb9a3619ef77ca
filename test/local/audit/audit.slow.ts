import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { KEPT_CONNECTIONS } from "../../support/kept-connections.ts";
import { run } from "../../support/program.ts";

const folder = mkdtempSync(join(tmpdir(), "platen-audit-"));
/** What the registry answers to npm's question: a status, and advisories by the names of packages. */
let answer: { status: number; advisories: object } = { status: 200, advisories: {} };
const registry = createServer(KEPT_CONNECTIONS, (request, response) => {
  request.resume().once("end", () => {
    response.statusCode = request.method === "POST" ? answer.status : 404;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(request.method === "POST" ? answer.advisories : {}));
  });
}).listen(0, "127.0.0.1");
await once(registry, "listening");
after(() => {
  registry.close();
  registry.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const flaw = (id: number, name: string, severity: string) => ({
  [name]: [
    {
      ...{ id, severity, title: `flaw ${id}`, vulnerable_versions: "<999", cwe: [] },
      ...{ url: `https://github.com/advisories/GHSA-aaaa-bbbb-000${id}`, cvss: { score: 7, vectorString: null } },
    },
  ],
});
const exception = (id: number) => ({ advisory: `GHSA-aaaa-bbbb-000${id}`, reason: "never called", date: "2026-11-23" });

/** Runs the audit against the registry: its exit code and its lines. */
const audit = async (given: typeof answer, exceptions: readonly object[] = [], port?: number) => {
  answer = given;
  const file = join(folder, "exceptions.json");
  writeFileSync(file, JSON.stringify(exceptions));
  const at = `http://127.0.0.1:${port ?? (registry.address() as AddressInfo).port}`;
  // npm keeps what it has found out about a flaw.
  const settings = { npm_config_registry: at, npm_config_cache: mkdtempSync(join(folder, "cache-")) };
  const { ended, output } = run("local/audit/audit.ts", [file], settings);
  return { code: await ended, lines: output.stderr.split("\n").filter((line) => line.startsWith("platen: ")) };
};

suite("the audit of the packages", { concurrency: false }, () => {
  test("passes silently if npm knows no flaw", async () =>
    assert.deepEqual(await audit({ status: 200, advisories: {} }), { code: 0, lines: [] }));

  for (const severity of ["moderate", "high", "critical"]) {
    test(`fails on a flaw of severity ${severity} in a deployed package`, async () => {
      const line = `platen: semver has a flaw of severity ${severity}, GHSA-aaaa-bbbb-0001: flaw 1`;
      const advisories = flaw(1, "semver", severity);
      assert.deepEqual(await audit({ status: 200, advisories }), { code: 1, lines: [line] });
    });
  }

  test("passes over a flaw of low severity, and one in a package that is not deployed", async () => {
    const advisories = { ...flaw(1, "semver", "low"), ...flaw(2, "typescript", "critical") };
    assert.deepEqual(await audit({ status: 200, advisories }), { code: 0, lines: [] });
  });

  test("accepts a flaw with a reason and a date, and no other", async () => {
    const advisories = { ...flaw(1, "semver", "high"), ...flaw(2, "zod", "high") };
    const one = await audit({ status: 200, advisories }, [exception(1)]);
    const line = "platen: zod has a flaw of severity high, GHSA-aaaa-bbbb-0002: flaw 2";
    assert.deepEqual(one, { code: 1, lines: [line] });
    const both = await audit({ status: 200, advisories }, [exception(1), exception(2)]);
    assert.deepEqual(both, { code: 0, lines: [] });
    const bare = await audit({ status: 200, advisories: flaw(1, "semver", "high") }, [
      { ...exception(1), reason: " " },
    ]);
    assert.equal(bare.code, 1);
    assert.match(bare.lines.join(), /GHSA-aaaa-bbbb-0001 lacks a reason/);
  });

  test("fails on an exception that no longer applies", async () => {
    const line = "platen: the exception GHSA-aaaa-bbbb-0001 no longer applies: remove it";
    assert.deepEqual(await audit({ status: 200, advisories: {} }, [exception(1)]), { code: 1, lines: [line] });
  });

  test("passes, and says why in one line, if the registry has no advisories or cannot be reached", async () => {
    for (const [status, port] of [[405], [404], [500], [200, 1]] as const) {
      const { code, lines } = await audit({ status, advisories: {} }, [exception(1)], port);
      assert.equal(code, 0, `${status} ${port}`);
      assert.match(lines.join("\n"), /^platen: the packages are not audited, because .*$/);
    }
  });
});
