import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Enums, type Models } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { RELEASE } from "../../layers/xslt/pins.ts";
import deflate from "../../lib/deflate/deflate.json" with { type: "json" };
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

/** The WebAssembly modules for XSLT and for deflating, by the names that they have here. */
const MODULES = {
  "platen-xslt": { file: "lib/engines/xslt/xslt.wasm", made: xslt },
  "platen-deflate": { file: "lib/deflate/deflate.wasm", made: deflate },
} as const;

/** The WebAssembly modules with the Debian source packages that they are compiled from. */
export const moduleComponents = (root: string): Models.Component[] =>
  Object.entries(MODULES).map(([name, { file, made }]) => {
    const parts = Object.entries(made.sources).map(([source, version]) =>
      componentOf({ name: source, version, purl: debianPurl(source, version, RELEASE, "source"), licences: ["MIT"] }),
    );
    const version = made.sha256.slice(0, 12);
    const purl = new PackageURL("generic", undefined, name, version, undefined, undefined).toString();
    return componentOf({ name, purl, version, licences: ["MIT"], hash: sha256Of(join(root, file)), parts });
  });
