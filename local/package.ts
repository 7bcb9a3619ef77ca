import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { importTime, unzippedSize } from "./bundles.ts";
import { printMessage, reasonOf } from "./messages.ts";
import { prepare } from "./prepare.ts";
import { sbomOf } from "./sbom/sbom.ts";

const PACKAGE_FOLDER = ".serverless";
/** The bill of materials, under a name by which scanners recognise CycloneDX. */
const SBOM_FILE = `${PACKAGE_FOLDER}/platen.cdx.json`;
const MB = 1_048_576;

/** Runs the Serverless framework with these arguments. */
const runFramework = async (args: readonly string[]): Promise<void> => {
  const command = createRequire(import.meta.url).resolve("serverless/bin/serverless.js");
  const child = spawn(process.execPath, [command, ...args], { stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) process.exit(code ?? 1);
};

interface FunctionResource {
  readonly Type: string;
  readonly Properties: { readonly Handler: string; readonly Layers?: readonly { readonly Ref: string }[] };
}

/** Prints a line for each function: its size zipped, unzipped and with its layers, and the time of its import. */
const printSizes = async (): Promise<void> => {
  const template = JSON.parse(readFileSync(`${PACKAGE_FOLDER}/cloudformation-template-update-stack.json`, "utf8"));
  console.log("function                   zip MB   unzipped   with layers   import, ms of CPU");
  for (const { Type, Properties } of Object.values(template.Resources as Record<string, FunctionResource>)) {
    if (Type !== "AWS::Lambda::Function") continue;
    const { Handler, Layers = [] } = Properties;
    const [, name = ""] = /^dist\/functions\/(.*)\/index\./.exec(Handler) ?? [];
    const zip = `${PACKAGE_FOLDER}/${name.replaceAll("/", "-")}.zip`;
    const layers = Layers.map(({ Ref }) => `${PACKAGE_FOLDER}/${Ref.replace("LambdaLayer", "").toLowerCase()}.zip`);
    const alone = unzippedSize(zip);
    const whole = layers.reduce((sum, layer) => sum + unzippedSize(layer), alone);
    const time = await importTime(`${process.cwd()}/dist/functions/${name}/index.mjs`);
    const columns = [statSync(zip).size / MB, alone / MB, whole / MB, time].map((value) => value.toFixed(1));
    console.log(name.padEnd(24) + columns.map((value, index) => value.padStart([9, 11, 14, 20][index]!)).join(""));
  }
};

try {
  await prepare();
  await runFramework(["package", ...process.argv.slice(2)]);
  writeFileSync(SBOM_FILE, sbomOf(process.cwd()));
  await printSizes();
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
