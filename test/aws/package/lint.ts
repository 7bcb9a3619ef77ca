import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { suite, test } from "node:test";
import { everyParameter } from "../../support/aws/every-parameter.ts";

const templatesIn = (folder: string) =>
  ["update", "create"].map((kind) => `${folder}/cloudformation-template-${kind}-stack.json`);
const TEMPLATES = [...templatesIn(".serverless"), ...templatesIn(await everyParameter.folder)];

const run = (command: string, words: readonly string[]) => spawnSync(command, words, { encoding: "utf8" });

/** The reason why this machine cannot run a program; undefined if it can. */
const refusedBy = (command: string): string | undefined => {
  const { status, stderr, error } = run(command, ["--version"]);
  return status === 0 ? undefined : (error?.message ?? stderr);
};

const REGIONS = ["eu-west-1", "us-east-1", "us-gov-west-1", "cn-north-1"];

suite("the template, with and without its parameters, read by others", () => {
  for (const [command, words] of [
    ["cfn-lint", ["--regions", ...REGIONS, "--template", ...TEMPLATES]],
    [
      "checkov",
      ["--config-file", "aws/checkov.yml", "--skip-download", ...TEMPLATES.flatMap((file) => ["--file", file])],
    ],
  ] as const) {
    const refused = refusedBy(command);
    if (refused !== undefined) console.warn(`NOT TESTED: the template, by ${command} (PyPI): ${refused}`);
    test(`has no finding for ${command}`, { skip: refused }, () => {
      const { status, stdout, stderr } = run(command, words);
      assert.equal(status, 0, stdout + stderr);
    });
  }
});
