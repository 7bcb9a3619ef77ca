import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generate } from "openapi-typescript-codegen";
import type { AnyContract } from "../../../lib/openapi/operation.ts";
import { endpoints } from "../../support/endpoints.ts";
import { newAccount, url } from "../../support/platen.ts";
import { sampleRequest } from "../../support/sample-requests.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

type Method = (given: {
  requestBody?: unknown;
  formData?: unknown;
  prefer?: string;
}) => Promise<Record<string, unknown>>;
interface Generated {
  readonly OpenAPI: { BASE: string; HEADERS: Record<string, string> };
  readonly [service: string]: unknown;
}

const folder = temporaryFolder("generated");
const input = await (await fetch(`${url}/openapi.json`)).json();
await generate({ input, output: folder, httpClient: "fetch", useOptions: true, useUnionTypes: true });

const bundle = join(folder, "bundle.mjs");
await build({
  entryPoints: [join(folder, "index.ts")],
  outfile: bundle,
  bundle: true,
  format: "esm",
  logLevel: "error",
});
const generated: Generated = await import(pathToFileURL(bundle).href);

/** The method of an operation, in whichever service it is. */
const methodNamed = (name: string): Method => {
  const services = Object.values(generated).filter((value) => typeof value === "function");
  const service = services.find((found) => name in found) as unknown as Record<string, Method>;
  return service[name]!.bind(service);
};

const partOf = async (value: unknown): Promise<unknown> => {
  if (typeof value !== "string") return JSON.stringify(value);
  return value.startsWith("@") ? new File([await readFile(value.slice(1))], basename(value)) : value;
};

/** A list of files is one part each; another list is one part of JSON. */
const formOf = async (form: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries(form).map(async ([name, value]) => {
    const isFiles = Array.isArray(value) && typeof value[0] === "string";
    return [name, isFiles ? await Promise.all(value.map(partOf)) : await partOf(value)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

/** If an operation takes JSON and forms, the generator knows only its JSON. */
const given = async ({ path, accepts, example }: AnyContract) =>
  accepts.json || !("form" in example)
    ? { requestBody: sampleRequest(path).content }
    : { formData: await formOf(example.form) };

const operationId = (path: string): string => {
  const { paths } = input as { paths: Record<string, { post: { operationId: string } }> };
  return paths[path]!.post.operationId;
};

suite("a client that a common generator makes of the OpenAPI document", { concurrency: false }, () => {
  for (const { contract } of endpoints) {
    test(`calls ${contract.path}`, async () => {
      const { key } = await newAccount(10);
      Object.assign(generated.OpenAPI, { BASE: url, HEADERS: { "X-API-Key": key } });
      const metadata = await methodNamed(operationId(contract.path))(await given(contract));
      // A result of JSON is the answer, whatever is asked for.
      if (contract.output.type === "application/json" && contract.output.name !== undefined) {
        assert.ok(Array.isArray(metadata["pages"]));
        return;
      }
      assert.equal(metadata["fileName"], contract.output.name);
      assert.equal(metadata["creditsRemaining"], 10 - Number(metadata["creditsUsed"]));
    });
  }

  test("sends headers, gets the balance of the account, and distinguishes errors", async () => {
    const { key } = await newAccount(3);
    Object.assign(generated.OpenAPI, { BASE: url, HEADERS: { "X-API-Key": key } });
    const requestBody = { markdown: "# Hello" };
    const dryRun = await methodNamed("convertMarkdownToPdf")({ requestBody, prefer: "dry-run" });
    assert.deepEqual(dryRun, { dryRun: true, creditsUsed: 1, creditsRemaining: 3 });
    assert.equal((await methodNamed("account")({}))["creditsRemaining"], 3);
    const refused = methodNamed("convertMarkdownToPdf")({ requestBody: { markdown: "" } });
    await assert.rejects(refused, { name: "ApiError", status: 400 });
  });

  test("has types that a compiler accepts", () => {
    const flags =
      "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable --types".split(
        " ",
      );
    const compiler = resolve("node_modules/typescript/bin/tsc");
    const answer = execFileSync(process.execPath, [compiler, ...flags, "", "index.ts"], {
      encoding: "utf8",
      cwd: folder,
    });
    assert.equal(answer, "");
  });
});
