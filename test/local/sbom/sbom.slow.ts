import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { suite, test } from "node:test";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import fonts from "../../../layers/fonts/package.json" with { type: "json" };
import office from "../../../layers/libreoffice/package.json" with { type: "json" };
import { libreofficeFolder } from "../../../lib/engines/office/installation.ts";
import { sbomOf } from "../../../local/sbom/sbom.ts";

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly object[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly components?: readonly Component[];
}
interface Bill {
  readonly metadata: { readonly component: { readonly "bom-ref": string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const require = createRequire(import.meta.url);
const schemas = join(dirname(require.resolve("@cyclonedx/cyclonedx-library/package.json")), "res/schema");
const schema = (name: string) => JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8"));

/** CycloneDX's published schema in another validator than the library has. */
const validate = () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  require("ajv-formats-draft2019")(ajv);
  for (const name of ["spdx", "jsf-0.82"]) {
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  return ajv.compile(schema("bom-1.6"));
};

const skip = existsSync(join(libreofficeFolder, "tree.json")) ? false : "LibreOffice is not set up here";

suite("the bill of materials", { skip }, () => {
  const text = sbomOf(process.cwd());
  const bill: Bill = JSON.parse(text);
  const named = (name: string) => bill.components.filter((component) => component.name === name);

  test("follows the schema of CycloneDX 1.6", () => {
    const isValid = validate();
    isValid(bill);
    assert.deepEqual(isValid.errors ?? [], []);
    assert.equal(isValid({ ...bill, components: [{ ...bill.components[0], type: "package" }] }), false);
  });

  test("has every npm package that is installed with the service, with the lock file's hash", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")).packages as Record<
      string,
      { name?: string; version: string; dev?: boolean; integrity: string }
    >;
    const deployed = Object.entries(lock).filter(([path, { dev }]) => path !== "" && dev !== true);
    assert.ok(deployed.length > 250);
    for (const [path, { name = path.replace(/^.*node_modules\//, ""), version, integrity }] of deployed) {
      const found = named(name).find((component) => component.version === version);
      const digest = Buffer.from(found!.hashes![0]!.content, "hex").toString("base64");
      assert.equal(`sha512-${digest}`, integrity, path);
    }
  });

  test("has every npm package that npm finds", () => {
    const words = ["sbom", "--omit=dev", "--package-lock-only", "--sbom-format=cyclonedx"];
    const theirs: Bill = JSON.parse(execFileSync("npm", words, { encoding: "utf8", maxBuffer: 2 ** 26 }));
    const ours = new Set(bill.components.map(({ purl }) => purl));
    assert.ok(theirs.components.length > 200);
    assert.deepEqual(
      theirs.components.flatMap(({ purl }) => (ours.has(purl) ? [] : [purl])),
      [],
    );
  });

  test("has every pinned package of Debian and of the fonts", () => {
    const pinned = [
      ...office.debian.office,
      ...office.debian.others,
      ...fonts.debian.packages,
      ...Object.keys(fonts.npm),
    ];
    for (const pin of pinned) {
      const [name, version] = pin.split("=");
      const [found] = named(name!);
      assert.ok(found, `${pin} is missing`);
      if (version !== undefined) assert.equal(found.version, version);
    }
    for (const name of office.debian.office) assert.match(named(name)[0]!.version, /^4:25\.2\./);
  });

  test("says the version, a licence and a hash of each package, and no package twice", () => {
    for (const { purl, version, licenses, hashes } of bill.components) {
      assert.ok(version && licenses?.length, purl);
      assert.match(hashes?.[0]?.content ?? "", /^([0-9a-f]{64}|[0-9a-f]{128})$/, purl);
    }
    assert.equal(new Set(bill.components.map(({ purl }) => purl)).size, bill.components.length);
  });

  test("has the Chromium in its npm package, and the libraries in the WebAssembly modules", () => {
    const [chromium] = named("@sparticuz/chromium")[0]!.components!;
    const packed = readFileSync("node_modules/@sparticuz/chromium/bin/chromium.br");
    assert.equal(chromium!.hashes![0]!.content, createHash("sha256").update(packed).digest("hex"));
    const librariesOf = (module: string) => named(module)[0]!.components!.map(({ name }) => name);
    assert.deepEqual(librariesOf("platen-xslt").toSorted(), ["libxml2", "libxslt"]);
    assert.deepEqual(librariesOf("platen-deflate"), ["libdeflate"]);
  });

  test("links each package with those that it depends on, and all of them with the service", () => {
    const links = new Map(bill.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
    const reached = new Set<string>();
    const waiting = [bill.metadata.component["bom-ref"]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(...links.get(next)!);
    }
    const lost = bill.components.filter(({ purl }) => !reached.has(purl)).map(({ purl }) => purl);
    assert.deepEqual(lost, []);
  });

  test("has the same bytes for the same packages", () => assert.equal(sbomOf(process.cwd()), text));
});
