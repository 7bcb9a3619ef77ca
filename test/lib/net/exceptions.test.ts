import "../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseExceptions } from "../../../lib/net/exceptions.ts";
import { protectLocalhostPort, releaseLocalhostPort } from "../../../lib/net/ports.ts";
import { PrivateAddress, resolveHost } from "../../../lib/net/resolve.ts";
import { checkTarget } from "../../../lib/net/target.ts";

const blocked = { code: "SSRF_BLOCKED" };

test("the operator's exceptions are allowed, but never the service itself or a metadata service", async () => {
  assert.ok(await checkTarget("http://127.0.0.1:8081/"));
  await assert.rejects(checkTarget("http://127.0.0.1:3000/"), blocked);
  protectLocalhostPort(8081);
  for (const address of ["127.0.0.1", "[::ffff:127.0.0.1]"])
    await assert.rejects(checkTarget(`http://${address}:8081/`), blocked);
  const everything = parseExceptions(["0.0.0.0/0", "::/0"]);
  assert.ok(await resolveHost("127.0.0.2", 8081, everything), "another server, at the port number of a guard");
  await assert.rejects(resolveHost("127.0.0.2", 3000, everything), PrivateAddress);
  await assert.rejects(resolveHost("0.0.0.0", 8081, everything), PrivateAddress);
  releaseLocalhostPort(8081);
  assert.ok(await checkTarget("http://127.0.0.1:8081/"));
  for (const address of ["169.254.169.254", "[fd00:ec2::254]", "[64:ff9b::a9fe:a9fe]", "[::ffff:a9fe:a9fe]"]) {
    await assert.rejects(resolveHost(address, 80, everything), PrivateAddress);
  }
  assert.equal((await resolveHost("10.0.0.1", 80, everything))[0].address, "10.0.0.1");
});

test("an exception by name allows the addresses of the name, in any spelling", async () => {
  const named = parseExceptions(["LocalHost."]);
  assert.ok((await resolveHost("localhost", 8081, named)).length > 0);
  await assert.rejects(resolveHost("127.0.0.1", 8081, named), PrivateAddress);
  await assert.rejects(resolveHost("localhost", 3000, named), PrivateAddress);
});

test("an exception that is not a name, an address or a CIDR block prevents the start", () => {
  for (const entry of ["http://a/", "a b", "10.0.0.0/99", "*.example.com"])
    assert.throws(() => parseExceptions([entry]), RangeError);
});
