import assert from "node:assert/strict";
import { test } from "node:test";
import { refused, runInOwnNetwork } from "../../support/guarded-network.ts";

test("an address is printed or refused depending on where it leads", { skip: refused ?? false }, () => {
  const { codes, contacts } = runInOwnNetwork("addresses.ts", [], "");
  assert.deepEqual(contacts, []);
  const page = "printed, 1 blocked";
  const load = (reason: string) => `The page could not be loaded: ${reason}.`;
  assert.deepEqual(codes, {
    page,
    "root dot": page,
    "capital letters": page,
    "public IPv6": page,
    "public redirect": page,
    "public script redirect": page,
    redirect: "SSRF_BLOCKED",
    "five redirects": "SSRF_BLOCKED",
    "redirect to https": "SSRF_BLOCKED",
    "redirect by name": "SSRF_BLOCKED",
    "redirect to a name that rebinds": "SSRF_BLOCKED",
    "redirect to loopback": "SSRF_BLOCKED",
    "redirect to a file": load("it redirects to an address that is not http or https"),
    "script redirect": "SSRF_BLOCKED",
    "meta redirect": "SSRF_BLOCKED",
    "private name": "SSRF_BLOCKED",
    "own public address": "SSRF_BLOCKED",
    "redirect to an own public address": "SSRF_BLOCKED",
    "missing page": "The page answered with status 404.",
    "missing name": load("name not found"),
    "untrusted certificate": load("TLS failure"),
  });
});
