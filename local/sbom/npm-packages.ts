import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Models } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { componentOf } from "./component.ts";

/** An entry under `packages` of package-lock.json, as far as it is used here. */
interface LockedPackage {
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

type Lock = Readonly<Record<string, LockedPackage>>;

/** The package URL of an npm package. */
export const npmPurl = (name: string, version: string): string => {
  const [scope, bare] = name.startsWith("@") ? name.split("/") : [undefined, name];
  return new PackageURL("npm", scope, bare!, version, undefined, undefined).toString();
};

/** The hash of a Subresource Integrity value, in hexadecimal digits. */
export const hashOf = (integrity: string): readonly ["SHA-512", string] => {
  const [, digest] = /^sha512-([\w+/=]+)$/.exec(integrity) ?? [];
  if (digest === undefined) throw new Error(`package-lock.json has an unknown integrity value: ${integrity}`);
  return ["SHA-512", Buffer.from(digest, "base64").toString("hex")];
};

/** The first line of a package's licence file, for a package that declares no licence. */
const titleOfLicence = (root: string, path: string): string[] => {
  const file = readdirSync(join(root, path)).find((name) => /^licen[cs]e/i.test(name));
  return file === undefined
    ? []
    : [
        readFileSync(join(root, path, file), "utf8")
          .trim()
          .split("\n")[0]!
          .trim(),
      ];
};

const nameAt = (path: string, { name }: LockedPackage): string => name ?? path.split("node_modules/").at(-1)!;

const purlAt = (path: string, locked: LockedPackage): string => npmPurl(nameAt(path, locked), locked.version);

/** The path at which a package finds a dependency: in its own folder, or in one further up. */
const resolvedIn = (lock: Lock, from: string, dependency: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = folder === "" ? `node_modules/${dependency}` : `${folder}/node_modules/${dependency}`;
    if (path in lock) return path;
    if (folder === "") return undefined;
  }
};

const componentAt = (root: string, path: string, locked: LockedPackage): Models.Component => {
  const { version, license, integrity = "", optional = false } = locked;
  return componentOf({
    name: nameAt(path, locked),
    purl: purlAt(path, locked),
    version,
    licences: license === undefined ? titleOfLicence(root, path) : [license],
    hash: hashOf(integrity),
    isOptional: optional,
  });
};

/** The npm packages that run with the service, by their package URLs, each linked with those that it depends on. */
export const npmComponents = (root: string): Map<string, Models.Component> => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages as Lock;
  const deployed = Object.entries(lock).filter(([path, { dev }]) => path !== "" && !dev);
  const components = new Map<string, Models.Component>();
  for (const [path, locked] of deployed) {
    const purl = purlAt(path, locked);
    if (!components.has(purl)) components.set(purl, componentAt(root, path, locked));
  }
  for (const [path, locked] of deployed) {
    const links = components.get(purlAt(path, locked))!.dependencies;
    const { dependencies, optionalDependencies, peerDependencies } = locked;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolvedIn(lock, path, name);
      const dependency = found === undefined ? undefined : components.get(purlAt(found, lock[found]!));
      if (dependency !== undefined) links.add(dependency.bomRef);
    }
  }
  return components;
};
