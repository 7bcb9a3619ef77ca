import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import fonts from "../../layers/fonts/package.json" with { type: "json" };
import { libreofficeFolder } from "../../lib/engines/office/installation.ts";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { chromiumComponent, moduleComponents } from "./compiled-parts.ts";
import { componentOf } from "./component.ts";
import { type DebianPackages, debianComponents } from "./debian-packages.ts";
import { hashOf, npmComponents, npmPurl } from "./npm-packages.ts";

const readManifest = (file: string) => {
  if (!existsSync(file)) throw new Error(`the bill of materials cannot be made without ${file}`);
  return JSON.parse(readFileSync(file, "utf8"));
};

const officePackages = (): DebianPackages => readManifest(join(libreofficeFolder, "tree.json"));

const fontPackages = (): DebianPackages => {
  const manifest = readManifest(join(fontsFolder, "debian.json"));
  return { ...manifest, release: manifest.request.release };
};

const npmFonts = (): Models.Component[] =>
  Object.entries(fonts.npm).map(([name, { version, integrity, license }]) =>
    componentOf({ name, purl: npmPurl(name, version), version, licences: [license], hash: hashOf(integrity) }),
  );

/** The service itself, which depends directly on the packages of package.json and on all others that npm does not know. */
const serviceComponent = (
  root: string,
  npm: ReadonlyMap<string, Models.Component>,
  others: readonly Models.Component[],
) => {
  const { name, version, dependencies, optionalDependencies } = readManifest(join(root, "package.json"));
  const service = new Models.Component(Enums.ComponentType.Application, name, {
    version,
    bomRef: `${name}@${version}`,
  });
  const lock = readManifest(join(root, "package-lock.json")).packages;
  for (const direct of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const locked = lock[`node_modules/${direct}`];
    service.dependencies.add(npm.get(npmPurl(locked.name ?? direct, locked.version))!.bomRef);
  }
  for (const other of others) service.dependencies.add(other.bomRef);
  return service;
};

/**
 * The bill of materials of everything that is deployed: npm packages, Chromium, the Debian packages of LibreOffice and of the
 * fonts, as JSON of CycloneDX 1.6 (ECMA-424). The same packages result in the same bytes.
 */
export const sbomOf = (root: string): string => {
  const npm = npmComponents(root);
  const chromium = chromiumComponent();
  for (const component of npm.values()) {
    if (component.name === "@sparticuz/chromium") component.components.add(chromium);
  }
  const debian = [officePackages(), fontPackages()].flatMap(debianComponents);
  const others = [...debian, ...npmFonts(), ...moduleComponents(root)];
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: serviceComponent(root, npm, others) }),
    components: new Models.ComponentRepository([...npm.values(), ...others]),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 1 });
};
