import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, sep } from "node:path";
import { suite, test } from "node:test";
import { parse } from "yaml";
import { endpoints } from "../functions/index.ts";
import { longFunctionsIn } from "./support/long-functions.ts";

const sources = globSync("{functions,lib,local,layers,client,test,bench}/**/*.{ts,js,cjs,mts}").filter(
  (file) => !file.includes("/fixtures/"),
);
const linesOf = (file: string) => readFileSync(file, "utf8").split("\n").length - 1;
const linesOfImports = (file: string): number =>
  (/^(?:import [^;]*;\n)*/.exec(readFileSync(file, "utf8"))?.[0].split("\n").length ?? 1) - 1;
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
        .replace(/(\.test)?\.\w+$/, "")
        .split(sep)
        .filter((name) => empty.test(name) && file !== "local/platen.ts" && file !== "test/support/platen.ts"),
    );
    assert.deepEqual(said, []);
  });

  test("files have at most 250 lines, endpoints at most 60 beside their imports", () => {
    assert.deepEqual(
      sources.filter((file) => isHandwritten(file) && linesOf(file) > 250),
      [],
    );
    assert.deepEqual(
      within("functions/").filter((file) => linesOf(file) - linesOfImports(file) > 60),
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
});

suite("one endpoint, one file, one function, one path", () => {
  const paths = endpoints.map(({ contract }) => contract.path as string);
  const workers = ["browser", "office", "other"].map((name) => `workers/${name}`);
  const pages = ["account", "authorizer", "batches", "callbacks", "job-keeper", "jobs", "openapi"];
  const withoutContract = ["index", ...pages, ...workers].map((name) => `functions/${name}.ts`);
  const files = globSync("functions/**/*.ts")
    .filter((file) => !withoutContract.includes(file))
    .map((file) => file.replace(/^functions|\.ts$/g, ""));
  interface Deployed {
    readonly handler: string;
    readonly events?: readonly { readonly http?: { readonly method: string; readonly path: string } }[];
  }
  const deployed: readonly Deployed[] = Object.values(
    parse(readFileSync("serverless.yml", "utf8"), { logLevel: "silent" }).functions,
  );

  test("every file is named by its path", () => assert.deepEqual(files.toSorted(), paths.toSorted()));

  test("serverless.yml deploys each of them, and no other", () =>
    assert.deepEqual(
      deployed
        .map(({ handler, events = [] }) => [
          handler,
          ...events.flatMap(({ http }) => (http ? [http.method, http.path] : [])),
        ])
        .sort(),
      [
        ["functions/account.handler", "get", "v1/account"],
        ["functions/authorizer.handler"],
        ["functions/openapi.handler", "get", "v1/openapi.json"],
        [
          "functions/jobs.handler",
          ...["get", "v1/jobs", "get", "v1/jobs/{id}", "delete", "v1/jobs/{id}"],
          ...["delete", "v1/jobs/{id}/result", "post", "v1/jobs/{id}/callback", "get", "v1/results/{token}"],
        ],
        [
          "functions/batches.handler",
          ...["post", "v1/batches", "get", "v1/batches", "get", "v1/batches/{id}", "delete", "v1/batches/{id}"],
          ...["get", "v1/batches/{id}/jobs", "post", "v1/batches/{id}/callback", "get", "v1/archives/{token}"],
        ],
        ["functions/callbacks.handler"],
        ["functions/job-keeper.handler"],
        ...workers.map((name) => [`functions/${name}.handler`]),
        ...paths.map((path) => [`functions${path}.handler`, "post", `v1${path}`]),
      ].sort(),
    ));

  test("output names are bare names", () => {
    const names = endpoints.flatMap(({ contract }) => contract.output.name ?? []);
    assert.ok(names.every((name) => basename(name) === name));
  });
});
