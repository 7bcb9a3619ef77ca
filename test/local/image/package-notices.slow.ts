import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { packageNotices } from "../../../local/image/package-notices.ts";
import { unavailable } from "../../support/debian.ts";
import { isLicence, textOf, textsByTitle } from "../../support/notices.ts";

interface Package {
  readonly version: string;
  readonly purl: string;
}

test("the image's notices have a licence text for Node and for every npm package that npm finds", async (context) => {
  const notices = await packageNotices(process.cwd()).catch((error) => ({ reason: unavailable(error) }));
  if (typeof notices === "object") return context.skip(notices.reason);
  const texts = textsByTitle(notices);
  assert.match(texts.get(`Node.js ${process.version}`)!, /Permission is hereby granted[\s\S]*OpenSSL/);
  const words = ["sbom", "--omit=dev", "--sbom-format=cyclonedx"];
  const { components } = JSON.parse(execFileSync("npm", words, { encoding: "utf8", maxBuffer: 2 ** 26 })) as {
    components: readonly Package[];
  };
  assert.ok(components.length > 200);
  for (const { purl, version } of components) {
    const name = decodeURIComponent(purl.slice("pkg:npm/".length, purl.lastIndexOf("@")));
    assert.ok(isLicence(textOf(texts, name, version)), `${name} ${version}`);
  }
});
