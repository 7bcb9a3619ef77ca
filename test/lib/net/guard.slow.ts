import assert from "node:assert/strict";
import { test } from "node:test";
import { refused, runInOwnNetwork } from "../../support/guarded-network.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { TEST_CERTIFICATE_KEY } from "../../support/trust-test-certificate.ts";

const folder = temporaryFolder("vectors");

for (const [mode, printed] of [
  ["url", 80],
  ["html", 80],
] as const) {
  test(`no document given as ${mode} reaches a private address or the host`, { skip: refused ?? false }, () => {
    const { vectors, contacts, control, names, leaks, outcomes } = runInOwnNetwork(
      "run.ts",
      [mode, folder],
      TEST_CERTIFICATE_KEY,
    );
    assert.deepEqual({ contacts, leaks }, { contacts: [], leaks: [] });
    assert.deepEqual(control, ["TCP 10.0.0.5:80", "10.0.0.5:80 /control"]);
    assert.ok(vectors >= 139);
    assert.ok(outcomes.printed >= printed, JSON.stringify(outcomes));
    // The browser itself asks for no name: what is prefetched or given to WebRTC never reaches a name server.
    assert.ok(!names.includes("prefetched.exfiltration.test") && !names.includes("stun.exfiltration.test"));
  });
}
