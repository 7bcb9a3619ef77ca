import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { parse } from "yaml";
import { unzipped } from "../../support/lambda/packaged.ts";
import { isLicence, textOf, textsByTitle } from "../../support/notices.ts";

const installed = JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8")).packages as Readonly<
  Record<string, { readonly version: string; readonly name?: string }>
>;
const { functions } = parse(readFileSync("serverless.yml", "utf8"), { logLevel: "silent" }) as {
  functions: Readonly<Record<string, { readonly handler: string }>>;
};

/** Prints the files that Node loads with a module. As in a bundle, credentials come from the environment only. */
const PRINT_LOADED_SCRIPT = `
  import { registerHooks } from "node:module";
  const loaded = new Set();
  const source = "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';";
  registerHooks({
    load: (url, context, next) => {
      if (url.includes("/@aws-sdk/credential-provider-node/")) return { format: "module", source, shortCircuit: true };
      loaded.add(url);
      return next(url, context);
    },
  });
  await import(process.argv[1]);
  process.stdout.write([...loaded].join("\\n"), () => process.exit());`;

const foldersIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/^.*?\/(node_modules\/.*?)$/gm)].flatMap(
      ([, path = ""]) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
    ),
  ),
];

const loadedWith = (file: string): string[] => {
  const { NODE_COMPILE_CACHE } = process.env;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", PRINT_LOADED_SCRIPT, join(process.cwd(), file)],
    {
      encoding: "utf8",
      env: { PLATEN_TABLE: "none", ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      maxBuffer: 2 ** 26,
    },
  );
  assert.equal(status, 0, stderr);
  return foldersIn(stdout);
};

/** The modules of functions that have what is made from the contracts as a text or a value, instead of what makes it. */
const MADE_FROM_CONTRACTS: Readonly<Record<string, readonly string[]>> = {
  openapi: [],
  batches: ["lib/lambda/batches.ts"],
};

suite("the third-party notices", () => {
  for (const [name, { handler }] of Object.entries(functions)) {
    const file = handler.replace(/\.handler$/, "");
    test(`of the function ${name} have every npm package in it`, () => {
      const task = unzipped(`.serverless/${name}.zip`);
      const texts = textsByTitle(readFileSync(join(task, "dist", file, "NOTICES.txt"), "utf8"));
      const shipped = globSync(`${task}/node_modules/**/package.json`).map((path) => path.slice(task.length));
      const loaded = MADE_FROM_CONTRACTS[name]?.map(loadedWith) ?? [loadedWith(`${file}.ts`)];
      const folders = new Set([...foldersIn(shipped.join("\n")), ...loaded.flat()]);
      if (name.startsWith("convert") || name.startsWith("pdf")) assert.ok(folders.size >= 5, `${folders.size}`);
      for (const folder of folders) {
        const { version, name: alias } = installed[folder]!;
        const title = alias ?? folder.replace(/^.*node_modules\//, "");
        assert.ok(isLicence(textOf(texts, title, version)), `${title} ${version}`);
      }
      const hasXslt = globSync(`${task}/dist/**/*xslt.wasm`).length > 0;
      assert.equal(
        [...texts.keys()].some((title) => title.endsWith("xslt.wasm")),
        hasXslt,
      );
    });
  }

  test("have all packages from which the file with mermaid was bundled", () => {
    const map = JSON.parse(readFileSync("node_modules/mermaid/dist/mermaid.min.js.map", "utf8")) as {
      sources: string[];
    };
    const bundled = new Set(
      map.sources.flatMap((source) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
    );
    const task = unzipped(".serverless/convert-markdown-to-pdf.zip");
    const notices = readFileSync(join(task, "dist/functions/convert/markdown-to-pdf/NOTICES.txt"), "utf8");
    assert.ok(bundled.size > 40);
    assert.deepEqual(
      [...bundled].filter((name) => !notices.includes(`\n${name} `) && !notices.includes(`holds ${name} `)),
      [],
    );
  });

  test("are in every layer", () => {
    for (const [name, known] of [
      ["fonts", "fonts-noto-core"],
      ["chromium", "chromium-sandbox"],
      ["libreoffice", "libreoffice-writer-nogui"],
    ] as const) {
      const notices = join(unzipped(`.serverless/${name}.zip`), name, "NOTICES.txt");
      assert.ok(existsSync(notices), name);
      const [, text] = [...textsByTitle(readFileSync(notices, "utf8"))].find(([title]) =>
        title.startsWith(`${known} `),
      )!;
      assert.ok(isLicence(text), name);
    }
  });
});
