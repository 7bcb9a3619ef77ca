import type { Models } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { componentOf } from "./component.ts";

/** What a tree of Debian packages says of its packages. */
export interface DebianPackages {
  readonly release: string;
  readonly versions: Readonly<Record<string, string>>;
  /** SHA-256 of each package file by its name. */
  readonly files: Readonly<Record<string, string>>;
  readonly licences: Readonly<Record<string, readonly string[]>>;
}

/** The package URL of a Debian package; the architecture of a source package is `source`. */
export const debianPurl = (name: string, version: string, release: string, architecture: string): string =>
  new PackageURL("deb", "debian", name, version, { arch: architecture, distro: release }, undefined).toString();

/** The components of a tree of Debian packages. */
export const debianComponents = ({ release, versions, files, licences }: DebianPackages): Models.Component[] =>
  Object.entries(files).map(([file, sha256]) => {
    const [, name = "", architecture = ""] = /^([^_]+)_[^_]+_(\w+)\.deb$/.exec(file) ?? [];
    const version = versions[name];
    if (version === undefined) throw new Error(`${file} is not the name of a Debian package of the tree`);
    return componentOf({
      name,
      purl: debianPurl(name, version, release, architecture),
      version,
      licences: licences[name]?.length ? licences[name] : [`see /usr/share/doc/${name}/copyright in the package`],
      hash: ["SHA-256", sha256],
    });
  });
