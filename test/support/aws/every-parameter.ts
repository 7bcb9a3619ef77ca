import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Resource } from "../lambda/template.ts";
import { run } from "../program.ts";

const PARAMETERS = {
  purchaseUrl: "https://example.org/credits",
  domain: "pdf.example.org",
  certificate: "arn:aws:acm:eu-west-1:123456789012:certificate/3f1e9c1c-2a4d-4f0a-9a86-1f6f9d5c7b11",
  alarmTopic: "arn:aws:sns:eu-west-1:123456789012:alarms",
  webAcl: "arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/platen/3f1e9c1c-2a4d-4f0a-9a86-1f6f9d5c7b11",
  accessLogs: "true",
  tracing: "true",
  costTag: "documents",
  architecture: "arm64",
  reserved: "5",
  jobsAtOnce: "3",
  methodRate: "7",
  methodBurst: "9",
  provisionedBrowser: "1",
  table: "platen-old",
};

const folder = mkdtempSync(join(tmpdir(), "platen-parameters-"));
// Not `after`: the package is made before the first test.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const packaged = async (): Promise<string> => {
  const words = Object.entries(PARAMETERS).map(([name, value]) => `--param=${name}=${value}`);
  const program = run("node_modules/serverless/bin/serverless.js", ["package", "--package", folder, ...words]);
  if ((await program.ended) !== 0) throw new Error(program.output.stdout + program.output.stderr);
  return folder;
};

/** A package of the service with every parameter of a stage set: its folder, and the resources of a type. */
export const everyParameter = {
  folder: packaged(),
  resourcesOf: async <Properties>(type: string): Promise<Resource<Properties>[]> => {
    const text = readFileSync(join(await everyParameter.folder, "cloudformation-template-update-stack.json"), "utf8");
    const { Resources } = JSON.parse(text) as { Resources: Record<string, Omit<Resource<Properties>, "id">> };
    return Object.entries(Resources).flatMap(([id, resource]) =>
      resource.Type === `AWS::${type}` ? [{ ...resource, id }] : [],
    );
  },
};
