import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Enums, type Models } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { RELEASE } from "../../layers/xslt/pins.ts";
import { version as chromiumVersion } from "../../lib/engines/chromium/installation.ts";
import xslt from "../../lib/engines/xslt/xslt.json" with { type: "json" };
import { componentOf } from "./component.ts";
import { debianPurl } from "./debian-packages.ts";

const sha256Of = (file: string): readonly ["SHA-256", string] => [
  "SHA-256",
  createHash("sha256").update(readFileSync(file)).digest("hex"),
];

/** The Chromium that is packed in the npm package @sparticuz/chromium, with the hash of the packed binary. */
export const chromiumComponent = (): Models.Component => {
  const packed = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "../bin/chromium.br");
  return componentOf(
    {
      name: "chromium",
      purl: new PackageURL("generic", undefined, "chromium", chromiumVersion, undefined, undefined).toString(),
      version: chromiumVersion,
      licences: ["BSD-3-Clause"],
      hash: sha256Of(packed),
    },
    Enums.ComponentType.Application,
  );
};

/** The WebAssembly module for XSLT, with the Debian source packages that it is compiled from. */
export const xsltComponent = (root: string): Models.Component => {
  const parts = Object.entries(xslt.sources).map(([name, version]) =>
    componentOf({ name, version, purl: debianPurl(name, version, RELEASE, "source"), licences: ["MIT"] }),
  );
  const [name, version] = ["platen-xslt", xslt.sha256.slice(0, 12)];
  const purl = new PackageURL("generic", undefined, name, version, undefined, undefined).toString();
  const hash = sha256Of(join(root, "lib/engines/xslt/xslt.wasm"));
  return componentOf({ name, purl, version, licences: ["MIT"], hash, parts });
};
