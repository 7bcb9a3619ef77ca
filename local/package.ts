import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { importTime, unzippedSize } from "./bundles.ts";
import { prepare } from "./prepare.ts";
import { reasonOf, tell } from "./tell.ts";

const PACKAGED = ".serverless";
const MB = 1_048_576;

/** The command of the framework, with words of the caller's: a stage, parameters. */
const framework = async (words: readonly string[]): Promise<void> => {
  const command = createRequire(import.meta.url).resolve("serverless/bin/serverless.js");
  const child = spawn(process.execPath, [command, ...words], { stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) process.exit(code ?? 1);
};

interface Deployed {
  readonly Type: string;
  readonly Properties: { readonly Handler: string; readonly Layers?: readonly { readonly Ref: string }[] };
}

/** What was packaged, a line for each function: its size zipped and unzipped, with its layers, and what its import takes. */
const report = async (): Promise<void> => {
  const template = JSON.parse(readFileSync(`${PACKAGED}/cloudformation-template-update-stack.json`, "utf8"));
  console.log("function                   zip MB   unzipped   with layers   import, ms of CPU");
  for (const { Type, Properties } of Object.values(template.Resources as Record<string, Deployed>)) {
    if (Type !== "AWS::Lambda::Function") continue;
    const { Handler, Layers = [] } = Properties;
    const [, name = ""] = /^dist\/functions\/(.*)\/index\./.exec(Handler) ?? [];
    const zip = `${PACKAGED}/${name.replaceAll("/", "-")}.zip`;
    const layers = Layers.map(({ Ref }) => `${PACKAGED}/${Ref.replace("LambdaLayer", "").toLowerCase()}.zip`);
    const alone = unzippedSize(zip);
    const whole = layers.reduce((sum, layer) => sum + unzippedSize(layer), alone);
    const time = await importTime(`${process.cwd()}/dist/functions/${name}/index.mjs`);
    const columns = [statSync(zip).size / MB, alone / MB, whole / MB, time].map((value) => value.toFixed(1));
    console.log(name.padEnd(24) + columns.map((value, index) => value.padStart([9, 11, 14, 20][index]!)).join(""));
  }
};

try {
  await prepare();
  await framework(["package", ...process.argv.slice(2)]);
  await report();
} catch (error) {
  tell(reasonOf(error));
  process.exit(1);
}
