const { execFileSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { copyFile, mkdir, rm, writeFile } = require("node:fs/promises");
const { basename, dirname, extname, join, relative } = require("node:path");
const { writeNotices } = require("./notices.cjs");
const { shippedPackages } = require("./shipped-packages.cjs");
const { bundleScripts, outputName } = require("./scripts.cjs");

/** Packages that are shipped as they are: they hold native code, WebAssembly or fonts and cannot be bundled, or may not be changed. */
const UNBUNDLED_PACKAGES = [
  "@cornerstonejs/codec-openjpeg",
  "@hyzyla/pdfium",
  "harfbuzzjs",
  "katex",
  "satteri",
  "saxonjs-he",
  "sharp",
];

/** Functions that tell of all contracts: what prints it as JSON, and the module that has this text in its place. */
const STORED = {
  openapi: {
    print: `const { documentText } = await import("./functions/openapi.ts");
      const text = JSON.stringify(await documentText());`,
    module: (text) => `import { openApiPage } from "../lib/openapi/page.ts";
      import { pageHandler } from "../lib/server/page.ts";
      export const handler = pageHandler("/openapi.json", openApiPage(async () => ${text}));`,
  },
  batches: {
    print: `const { queuedContracts } = await import("./functions/batches.ts");
      const text = JSON.stringify(await queuedContracts());`,
    module: (text) => `import { batchHandler } from "../lib/lambda/batches.ts";
      export const handler = batchHandler(${text});`,
  },
};

/** Gives functions what they tell of all contracts as a text, because the contracts would bring every engine with them. */
const storeContracts = {
  name: "stored contracts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]functions[\\/](openapi|batches)\.ts$/ }, ({ path }) => {
      const { print, module: moduleOf } = STORED[basename(path, ".ts")];
      const script = `${print} process.stdout.write(text, () => process.exit());`;
      const text = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
        cwd: join(__dirname, "../.."),
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
      });
      return { contents: moduleOf(text), loader: "ts", resolveDir: join(__dirname, "../../functions") };
    }),
};

/** Functions that are bundled in one build. All in one would take three times the memory, one in each twice the processor time. */
const FUNCTIONS_OF_BUILD = 10;

/** Bundles scripts and all scripts that they name, which may name others. */
const bundleAll = async (settings, given) => {
  const bundles = new Map();
  const add = async (...scripts) => {
    for (const [name, bundled] of await bundleScripts(settings, ...scripts)) bundles.set(name, bundled);
  };
  const entries = [...given];
  while (entries.length > 0) await add(new Map(entries.splice(0, FUNCTIONS_OF_BUILD)), []);
  for (;;) {
    const named = [...bundles.values()].flatMap(({ named }) => [...named]);
    const missing = new Set(named.filter((file) => extname(file) === ".ts" && !bundles.has(file)));
    if (missing.size === 0) return bundles;
    await add(new Map(), [...missing]);
  }
};

/**
 * Writes a script, and into the same folder every file that it names: scripts are bundled, others are copied. Resolves with the
 * paths of all outputs, and of the files that they are bundled from or are copies of.
 */
const writeBundle = async (bundles, name, output) => {
  const written = { outputs: [], inputs: [], copies: [] };
  const sources = new Map();
  const write = async ({ text, inputs, named }, path) => {
    await writeFile(path, text);
    written.outputs.push(path);
    written.inputs.push(...inputs);
    for (const file of named) {
      const target = join(dirname(output), outputName(file));
      if ((sources.get(target) ?? file) !== file) throw new Error(`${outputName(file)} would be two files.`);
      if (sources.has(target)) continue;
      sources.set(target, file);
      if (bundles.has(file)) {
        await write(bundles.get(file), target);
      } else {
        await copyFile(file, target);
        written.outputs.push(target);
        written.copies.push(relative(process.cwd(), file));
      }
    }
  };
  await mkdir(dirname(output), { recursive: true });
  await write(bundles.get(name), output);
  return written;
};

const INITIALISE_SCRIPT = `
import { initialise } from "./lib/http/initialise.ts";
import { confineAtStart } from "./lib/confinement/at-start.ts";
confineAtStart();
await initialise();`;

/** A function that needs neither the accounts nor an engine, so that nothing has to be ready for it. */
const TEXT_FUNCTION = "functions/openapi";

/**
 * The script of a function's bundle. Before any key or document is in the memory, it denies the memory to other processes. Lambda gets
 * its handler when everything is ready for the first request.
 */
const entryOf = ([, file, name]) =>
  `export { ${name} } from "./${file}.ts";${file === TEXT_FUNCTION ? "" : INITIALISE_SCRIPT}`;

/** Bundles each function when the framework packages the service; `serverless offline` runs the sources. */
module.exports = class Bundle {
  constructor(serverless) {
    const { pluginManager, service, serviceDir } = serverless;
    const shippedOf = shippedPackages(serviceDir);
    const files = new Map();
    // By itself the framework searches all of the project for the files of each function.
    const packFoundFiles = () => {
      const packager = pluginManager.plugins.find(
        ({ resolveFilePathsFunction }) => resolveFilePathsFunction !== undefined,
      );
      packager.resolveFilePathsFunction = async (name) => files.get(service.getFunction(name));
    };
    const bundleFunctions = async () => {
      packFoundFiles();
      // The packed client stays beside them.
      await rm(join(serviceDir, "dist/functions"), { recursive: true, force: true });
      const handlers = Object.values(service.functions).map((one) => [one, /^(.*)\.(\w+)$/.exec(one.handler)]);
      const entries = new Map(handlers.map(([, handler]) => [handler[1], entryOf(handler)]));
      const settings = { serviceDir, external: UNBUNDLED_PACKAGES, plugins: [storeContracts] };
      const bundles = await bundleAll(settings, entries);
      for (const [one, [, file, name]] of handlers) {
        const folder = join(serviceDir, "dist", file);
        const { outputs, inputs, copies } = await writeBundle(bundles, file, join(folder, "index.mjs"));
        one.handler = `dist/${file}/index.${name}`;
        const texts = outputs.filter((output) => output.endsWith(".mjs")).map((output) => readFileSync(output, "utf8"));
        const unbundled = UNBUNDLED_PACKAGES.filter((name) => texts.some((text) => text.includes(`"${name}`)));
        const { folders, files: shipped } = shippedOf(unbundled);
        outputs.push(await writeNotices(serviceDir, folder, { inputs, copies, packages: folders }));
        files.set(one, [...outputs.map((output) => output.slice(serviceDir.length + 1)), ...shipped]);
      }
    };
    this.hooks = {
      "before:package:createDeploymentArtifacts": bundleFunctions,
      "before:deploy:function:packageFunction": bundleFunctions,
    };
  }
};
