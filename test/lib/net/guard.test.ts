import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { chromiumFolder } from "../../../lib/engines/chromium/installation.ts";
import { fontsFolder } from "../../../lib/fonts/folder.ts";
import { inNamespace, namespaceRefused } from "../../support/network-namespace.ts";

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

test("an address is printed or refused depending on where it leads", { skip: refused ?? false }, () => {
  const { codes, contacts } = run("addresses.ts", [], "");
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
