import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { Meter } from "../../../lib/accounts/meter.ts";
import { tableAt } from "../../../lib/accounts/table.ts";
import { STORE_KEY } from "../../support/store-key.ts";

test("a request to a store that never answers ends with an error", { timeout: 600_000 }, async () => {
  const silent = createServer((socket) => socket.resume().on("error", () => {})).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const meter = new Meter(
    tableAt("any", { endpoint: `http://127.0.0.1:${port}`, accessKeyId: STORE_KEY }),
    "https://example.org/credits",
  );
  await assert.rejects(meter.countRequest({ account: "any", keyId: "any", last4: "none" }), {
    code: "SERVICE_UNAVAILABLE",
  });
  silent.close();
});
