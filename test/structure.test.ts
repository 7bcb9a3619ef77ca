import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { suite, test } from "node:test";
import { parse } from "yaml";
import { endpoints } from "../functions/index.ts";
import { longFunctionsIn } from "./support/long-functions.ts";

const sources = globSync("{functions,lib,local,layers,client,test,bench}/**/*.{ts,js,cjs,mts}").filter(
  (file) => !file.includes("/fixtures/"),
);
const linesOf = (file: string) => readFileSync(file, "utf8").split("\n").length - 1;
const importsOf = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import)\(? ?"(\.[^"]+)"/g)].map(([, target = ""]) =>
    relative(".", resolve(dirname(file), target)),
  );
const isHandwritten = (file: string) => !file.startsWith("client/interface/");
const within = (folder: string) => sources.filter((file) => file.startsWith(folder));

/** Names of constants that say neither a subject nor a unit. */
const BARE_NAMES: readonly string[] = [
  ...[
    "ANSWER",
    "AT_ONCE",
    "COUNT",
    "DEEPEST",
    "DEPTH",
    "DOUBTFUL",
    "FEW",
    "GRACE",
    "LARGE",
    "LEAST",
    "LIMITS",
    "LONGEST",
  ],
  ...[
    "MEMORY",
    "MOST",
    "PATIENCE",
    "PAUSE",
    "REACH",
    "REST",
    "SAMPLE",
    "SIZE",
    "SLOW",
    "SMALL",
    "START",
    "STEP",
    "TRIES",
  ],
];

suite("the structure of the code", () => {
  test("no file or folder has a name without meaning", () => {
    const empty = /^(utils?|helpers?|common|misc|types|constants|services?|managers?)$/;
    const said = sources.flatMap((file) =>
      file
        .replace(/(\.(test|slow))?\.\w+$/, "")
        .split(sep)
        .filter((name) => empty.test(name) && file !== "local/platen.ts" && file !== "test/support/platen.ts"),
    );
    assert.deepEqual(said, []);
  });

  test("files have at most 250 lines, endpoints at most 60", () => {
    assert.deepEqual(
      sources.filter((file) => isHandwritten(file) && linesOf(file) > 250),
      [],
    );
    assert.deepEqual(
      within("functions/").filter((file) => linesOf(file) > 60),
      [],
    );
  });

  test("functions have at most 60 lines", () => {
    // JavaScript in lib is sent to pages as text, so that each script must be one function.
    const isPageScript = (file: string) => file.startsWith("lib/") && file.endsWith(".js");
    const files = ["lib/", "functions/", "local/", "layers/", "client/"]
      .flatMap(within)
      .filter((file) => !isPageScript(file));
    assert.deepEqual(longFunctionsIn(files, 60), []);
  });

  test("constants have names with a subject", () => {
    const bare = sources.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^ *(?:export )?const ([A-Z_]+)\b/gm)].flatMap(([, name = ""]) =>
        BARE_NAMES.includes(name) ? [`${file}: ${name}`] : [],
      ),
    );
    assert.deepEqual(bare, []);
  });

  test("only lib/config.ts reads the process environment", () => {
    const readers = [...within("lib/"), ...within("functions/")].filter((file) =>
      /process\.env|env \} = process|\benv\b.* from "node:process"/.test(readFileSync(file, "utf8")),
    );
    assert.deepEqual(readers, ["lib/config.ts"]);
  });

  test("only three files import the schema library", () => {
    const importers = within("").filter((file) => /^import .* from "zod/m.test(readFileSync(file, "utf8")));
    assert.deepEqual(importers.sort(), [
      "lib/contract/contract.ts",
      "lib/contract/described.ts",
      "lib/openapi/json-schema.ts",
    ]);
  });

  test("imports point one way only", () => {
    const breaches: string[] = [];
    const forbidden: [from: RegExp, to: RegExp][] = [
      [
        /^lib\/(engines|pdf|net|accounts)\//,
        /^(lib\/(http|server)\/|lib\/endpoint|functions\/|local\/)|@middy|aws-lambda/,
      ],
      [/^lib\/(?!openapi\/|pages\/)/, /^lib\/openapi\//],
      [/^lib\//, /^(functions|local|test|bench)\/|^layers\/.*\.ts$/],
      [/^layers\//, /^(functions|local)\//],
      [/^lib\/workers\//, /^lib\/(engines|pdf|accounts|http|fields|file-kinds|net|ooxml|server|stored-bodies)\//],
      [/^lib\/pdf\//, /^lib\/(engines|accounts|http|fields|file-kinds|net|ooxml|server|stored-bodies)\//],
      [/^lib\/(accounts|net)\//, /^lib\/(engines|pdf)\//],
      [/^functions\//, /^lib\/(http|accounts|server|net)\/|@aws-sdk|@middy/],
      [/^(functions|lib|local|layers)\//, /^(test|bench)\//],
      [/^client\//, /^(functions|lib|local|layers|test|bench)\//],
      // What browsers load of the client.
      [
        /^client\/(?!cli\/|node\.ts|save\.ts)/,
        /^(node:|client\/(cli\/(?!command\.ts)|node\.ts|save\.ts)|(?!client\/)[@\w])/,
      ],
    ];
    for (const file of sources) {
      for (const [, target = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\(? ?"([^"]+)"/g)) {
        const to = target.startsWith(".") ? relative(".", resolve(dirname(file), target)) : target;
        if (forbidden.some(([from, into]) => from.test(file) && into.test(to))) breaches.push(`${file} -> ${to}`);
      }
    }
    assert.deepEqual(breaches, []);
  });

  test("no two files import each other, not even through others", () => {
    const code = sources.filter((file) => file.endsWith(".ts"));
    const imports = new Map(code.map((file) => [file, importsOf(file)]));
    const isCyclic = (file: string): boolean => {
      const seen = new Set<string>();
      const waiting = [...(imports.get(file) ?? [])];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (next === file) return true;
        if (seen.has(next)) continue;
        seen.add(next);
        waiting.push(...(imports.get(next) ?? []));
      }
      return false;
    };
    assert.deepEqual(code.filter(isCyclic), []);
  });

  test("only four files of lib are outside of its folders", () => {
    const loose = within("lib/").filter((file) => dirname(file) === "lib");
    assert.deepEqual(loose.sort(), [
      "lib/config.ts",
      "lib/contract/contract.ts",
      "lib/endpoint.ts",
      "lib/errors/service-error.ts",
    ]);
  });

  test("deployed code does not import devDependencies", () => {
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const known = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
    // The bill of materials and the client are written beside the deployed code, with the tools that package them.
    const deployed = ["functions/", "lib/", "layers/", "local/"]
      .flatMap(within)
      .filter((file) => !/^local\/(sbom|client)\//.test(file));
    const left = deployed.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type ).*?from "([^.][^"]*)"/gm)].flatMap(
        ([, target = ""]) => {
          const name = target
            .split("/")
            .slice(0, target.startsWith("@") ? 2 : 1)
            .join("/");
          return target.startsWith("node:") || known.has(name) || name === "aws-lambda" ? [] : [`${file} -> ${name}`];
        },
      ),
    );
    assert.deepEqual(left, []);
  });
});

suite("one endpoint, one file, one function, one path", () => {
  const paths = endpoints.map(({ contract }) => contract.path as string);
  const withoutContract = ["index", "account", "authorizer", "openapi"].map((name) => `functions/${name}.ts`);
  const files = globSync("functions/**/*.ts")
    .filter((file) => !withoutContract.includes(file))
    .map((file) => file.replace(/^functions|\.ts$/g, ""));
  interface Deployed {
    readonly handler: string;
    readonly events?: readonly { readonly http: { readonly method: string; readonly path: string } }[];
  }
  const deployed: readonly Deployed[] = Object.values(
    parse(readFileSync("serverless.yml", "utf8"), { logLevel: "silent" }).functions,
  );

  test("every file is named by its path", () => assert.deepEqual(files.toSorted(), paths.toSorted()));

  test("serverless.yml deploys each of them, and no other", () =>
    assert.deepEqual(
      deployed
        .map(({ handler, events: [event] = [] }) => [handler, ...(event ? [event.http.method, event.http.path] : [])])
        .sort(),
      [
        ["functions/account.handler", "get", "v1/account"],
        ["functions/authorizer.handler"],
        ["functions/openapi.handler", "get", "v1/openapi.json"],
        ...paths.map((path) => [`functions${path}.handler`, "post", `v1${path}`]),
      ].sort(),
    ));

  test("no output name is given twice", () => {
    const names = endpoints.flatMap(({ contract }) => contract.output.name ?? []);
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.every((name) => basename(name) === name));
  });
});
