import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTarget } from "../../../lib/net/target.ts";

const codeOf = async (url: string): Promise<string> => {
  try {
    await checkTarget(url);
    return "passed";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

for (const [url, why] of [
  ["", "is empty"],
  ["example.com", "has no scheme"],
  ["//example.com/", "has no scheme"],
  ["http://", "has no host"],
  ["http://exa mple.com/", "does not parse"],
  ["http://[::1/", "has half a bracket"],
  ["http://256.256.256.256/", "is no IPv4 address"],
  ["ftp://example.com/", "has another scheme"],
  ["FILE:///etc/passwd", "is a file"],
  ["javascript:alert(1)", "is a script"],
  ["data:text/html,x", "is data"],
  ["http://user:password@93.184.216.34/", "holds credentials"],
  ["http://user@93.184.216.34/", "holds a user name"],
  ["http://93.184.216.34:22/", "names a bad port"],
  ["http://93.184.216.34:0/", "names no port at all"],
  ["https://93.184.216.34:6667/", "names another bad port"],
] as const) {
  test(`INVALID_REQUEST for an address that ${why}`, async () => assert.equal(await codeOf(url), "INVALID_REQUEST"));
}

const BLOCKED = `
  http://10.0.0.5/ https://192.168.0.1/ http://169.254.169.254/latest/meta-data/ http://0x7f.1/ http://2130706433/
  http://017700000001/ http://0/ http://[::]/ http://[::1]/ http://[::ffff:10.0.0.1]/ http://[64:ff9b::a00:5]/
  http://[2002:a00:1::]/ http://127.2/ http://⑩.⓪.⓪.①/ http://１０.０.０.１/ http://10.0.0.1./ HTTP://10.0.0.1/
  http://localhost/ http://localhost./ http://LOCALHOST/ http://a.localhost/ http://10.0.0.1:8080/ http://[fe80::1]/
  http://100.64.0.1/ http://198.18.0.1/ http://224.0.0.1/ http://255.255.255.255/ http://[fd00:ec2::254]/`;

for (const url of BLOCKED.trim().split(/\s+/)) {
  test(`SSRF_BLOCKED for ${url}`, async () => assert.equal(await codeOf(url), "SSRF_BLOCKED"));
}

test("a refusal reveals nothing beyond its code", async () => {
  const messages = ["http://10.0.0.5/", "http://localhost/"].map((url) =>
    checkTarget(url).catch(({ message }) => message),
  );
  assert.deepEqual(await Promise.all(messages), ["url must be a public address.", "url must be a public address."]);
});

test("a public address passes on any other port", async () => {
  assert.equal((await checkTarget("http://93.184.216.34:8443/a?b#c")).href, "http://93.184.216.34:8443/a?b#c");
});

test("a name that is not found passes the check, and the work fails with it later", async () => {
  assert.equal(await codeOf("http://missing.invalid/"), "passed");
});

test("names of private networks are refused without a DNS query", async () => {
  const names = ["intranet", "db.internal", "metadata.google.internal", "printer.local", "router.home.arpa"];
  assert.deepEqual(await Promise.all(names.map((name) => codeOf(`http://${name}/`))), Array(5).fill("SSRF_BLOCKED"));
});
