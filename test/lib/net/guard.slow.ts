import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromiumFolder } from "../../../lib/engines/chromium/installation.ts";
import { fontsFolder } from "../../../lib/fonts/folder.ts";
import { inNamespace, namespaceRefused } from "../../support/network-namespace.ts";
import { TEST_CERTIFICATE_KEY } from "../../support/trust-test-certificate.ts";

const refused = namespaceRefused();
if (refused) console.error(`NOT TESTED: what documents can reach. This machine allows no separate network: ${refused}`);

const run = (script: string, words: readonly string[], trusted: string) =>
  JSON.parse(
    inNamespace(join(import.meta.dirname, "vectors", script), words, {
      milliseconds: 120_000,
      environment: {
        PLATEN_EGRESS_TRUST: trusted,
        PLATEN_CHROMIUM: chromiumFolder,
        PLATEN_FONTS: fontsFolder,
        AWS_SECRET_ACCESS_KEY: "SECRET-OF-THE-ENVIRONMENT",
        AWS_LAMBDA_RUNTIME_API: "127.0.0.1:9001",
      },
    }),
  );

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-vectors-"));
});
after(() => rm(folder, { recursive: true }));

for (const [mode, printed] of [
  ["url", 80],
  ["html", 80],
] as const) {
  test(`no document given as ${mode} reaches a private address or the host`, { skip: refused ?? false }, () => {
    const { vectors, contacts, control, names, leaks, outcomes } = run("run.ts", [mode, folder], TEST_CERTIFICATE_KEY);
    assert.deepEqual({ contacts, leaks }, { contacts: [], leaks: [] });
    assert.deepEqual(control, ["TCP 10.0.0.5:80", "10.0.0.5:80 /control"]);
    assert.ok(vectors >= 139);
    assert.ok(outcomes.printed >= printed, JSON.stringify(outcomes));
    // The browser itself asks for no name: what is prefetched or given to WebRTC never reaches a name server.
    assert.ok(!names.includes("prefetched.exfiltration.test") && !names.includes("stun.exfiltration.test"));
  });
}
