import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { parseDocument } from "yaml";
import { handler as browser } from "../../functions/workers/browser.ts";
import { handler as office } from "../../functions/workers/office.ts";
import { handler as other } from "../../functions/workers/other.ts";
import { endpoints } from "../support/endpoints.ts";
import { nameOf } from "../support/lambda/template.ts";

interface FunctionBlock {
  readonly grants: readonly string[];
  readonly layers?: readonly string[];
  readonly environment?: { readonly PLATEN_JOB_QUEUES?: string };
}

const { functions } = parseDocument(readFileSync("serverless.yml", "utf8"), { logLevel: "silent" }).toJS() as {
  readonly functions: Readonly<Record<string, FunctionBlock>>;
};

const WORKERS = [
  ["Browser", browser.operations],
  ["Office", office.operations],
  ["Other", other.operations],
] as const;

suite("the functions that work on jobs", () => {
  test("know each endpoint that makes a document once", () => {
    const listed: string[] = WORKERS.flatMap(([, operations]) => operations);
    const made: string[] = endpoints.map(({ contract }) => contract.path);
    const countIn = (paths: readonly string[], path: string) => paths.filter((one) => one === path).length;
    const wrong = [...new Set([...listed, ...made])].filter((path) => countIn(listed, path) !== countIn(made, path));
    assert.deepEqual(wrong, [], "Each endpoint stands once in the lists of functions/workers/.");
  });

  for (const [name, operations] of WORKERS) {
    const worker = functions[`workers-${name.toLowerCase()}`]!;
    const block = (path: string): FunctionBlock =>
      functions[nameOf(path)] ?? assert.fail(`serverless.yml has no function ${nameOf(path)} for POST ${path}.`);

    test(`${name}: get the messages of their endpoints' functions, and those alone`, () => {
      assert.equal(worker.environment?.PLATEN_JOB_QUEUES, `${name}Jobs`);
      for (const path of operations) {
        const { grants, environment } = block(path);
        assert.deepEqual(grants, ["accounts", "bodies", "submits", `to${name}`], path);
        assert.equal(environment?.PLATEN_JOB_QUEUES, `${name}Jobs`, path);
      }
    });

    test(`${name}: have the layers that their endpoints need`, () => {
      const needed = operations.flatMap((path) => block(path).layers ?? []);
      assert.deepEqual(new Set(worker.layers), new Set(needed));
    });
  }
});
