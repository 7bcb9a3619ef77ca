const { execFileSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { copyFile, mkdir, readFile, rm, writeFile } = require("node:fs/promises");
const { basename, dirname, extname, join, relative, resolve } = require("node:path");
const { build } = require("esbuild");
const { writeNotices } = require("./notices.cjs");

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

/** Files of these packages that no program reads. */
const UNREAD_FILES = [
  "*.{md,map,ts,mts,cts,cc,h,gyp}",
  "{docs,test,tests,examples}/**",
  "codec-openjpeg/dist/{openjpegjs,openjpegjs_decode,openjpegwasm}.{js,wasm}", // variants for machines without WebAssembly, and the encoder
  "pdfium/dist/{index.cjs,worker.bundle.js,*base64*,index.esm.*.js}", // variants for browsers, and copies
];

const BUILD_OPTIONS = {
  external: UNBUNDLED_PACKAGES,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node24",
  format: "esm",
  legalComments: "none", // the notices have all licences
  metafile: true,
  mainFields: ["module", "main"], // unused code can be left out of ES modules only
  // CommonJS modules load Node's own modules with `require`.
  banner: { js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);" },
};

/** Replacements for modules that load more than is used. Loading the originals would take half of a function's start. */
const REPLACEMENTS = {
  // Imported as an ES module, it makes Node load `fetch` for an export that nobody uses.
  "node:http": "module.exports = process.getBuiltinModule('node:http');",
  "node:https": "module.exports = process.getBuiltinModule('node:https');",
  // Lambda passes credentials in the environment.
  "@aws-sdk/credential-provider-node": "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
};

const replaceModules = {
  name: "replaced modules",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^((node:)?https?|@aws-sdk\/credential-provider-node)$/ }, ({ path }) => ({
      path: path.replace(/^https?$/, "node:$&"),
      namespace: "replaced",
    }));
    onLoad({ filter: /.*/, namespace: "replaced" }, ({ path }) => ({
      contents: REPLACEMENTS[path],
      resolveDir: __dirname,
    }));
  },
};

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

const FILE_URL_PATTERN = /new URL\("(\.[^"]+)", import\.meta\.url\)/g;

/** Folders of workers that several rooms have. */
const SHARED_FOLDERS = new Set(["jobs"]);

/** The name of a file in a bundle's folder, behind its folder's name: `compress-process.mjs`, `pdf-jobs-thread.mjs`. */
const outputName = (file) => {
  const folder = dirname(file);
  const room = SHARED_FOLDERS.has(basename(folder)) ? `${basename(dirname(folder))}-` : "";
  const isScript = extname(file) === ".ts";
  return `${room}${basename(folder)}-${basename(file, ".ts")}${isScript ? ".mjs" : ""}`;
};

/** Bundles an entry. Resolves with its text, the files that it is made from, and those that it names with `new URL("./file", import.meta.url)`. */
const bundle = async (entry) => {
  const named = new Set();
  const findNamedFiles = {
    name: "named files",
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]lib[\\/].*\.ts$/ }, async ({ path: source }) => {
        const text = await readFile(source, "utf8");
        const contents = text.replaceAll(FILE_URL_PATTERN, (_, name) => {
          const file = resolve(dirname(source), name);
          named.add(file);
          return `new URL("./${outputName(file)}", import.meta.url)`;
        });
        return { contents, loader: "ts" };
      }),
  };
  const { outputFiles, metafile } = await build({
    ...BUILD_OPTIONS,
    ...entry,
    write: false,
    plugins: [storeContracts, findNamedFiles, replaceModules],
  });
  return { text: outputFiles[0].contents, inputs: Object.keys(metafile.inputs), named };
};

/** Files that others name, each bundled once for all functions that have it. */
const bundledWorkers = new Map();

const bundleWorker = (file) => {
  if (!bundledWorkers.has(file)) bundledWorkers.set(file, bundle({ entryPoints: [file] }));
  return bundledWorkers.get(file);
};

/**
 * Writes an entry, and into the same folder every file that it names: scripts are bundled, others are copied. Resolves with the
 * paths of all outputs, and of the files that they are bundled from or are copies of.
 */
const writeBundle = async (entry, output) => {
  const written = { outputs: [], inputs: [], copies: [] };
  const sources = new Map();
  const write = async ({ text, inputs, named }, path) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    written.outputs.push(path);
    written.inputs.push(...inputs);
    for (const file of named) {
      const target = join(dirname(output), outputName(file));
      if ((sources.get(target) ?? file) !== file) throw new Error(`${outputName(file)} would be two files.`);
      if (sources.has(target)) continue;
      sources.set(target, file);
      if (extname(file) === ".ts") {
        await write(await bundleWorker(file), target);
      } else {
        await copyFile(file, target);
        written.outputs.push(target);
        written.copies.push(relative(process.cwd(), file));
      }
    }
  };
  await write(await bundle(entry), output);
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
 * The entry of a function. Before any key or document is in the memory, it denies the memory to other processes. Lambda gets
 * its handler when everything is ready for the first request.
 */
const entryOf = (serviceDir, file, name) => ({
  stdin: {
    resolveDir: serviceDir,
    contents: `export { ${name} } from "./${file}.ts";${file === TEXT_FUNCTION ? "" : INITIALISE_SCRIPT}`,
  },
});

/** The names of a package and of all its dependencies, as far as they are installed on this machine. */
const withDependencies = (root, name, found = new Set()) => {
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
  } catch {
    return found; // an optional dependency for another machine
  }
  if (found.has(name)) return found;
  found.add(name);
  for (const dependency of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    if (!dependency.startsWith("@types/")) withDependencies(root, dependency, found);
  }
  return found;
};

/** Bundles each function when the framework packages the service; `serverless offline` runs the sources. */
module.exports = class Bundle {
  constructor(serverless) {
    const { serviceDir } = serverless;
    const bundleAll = async () => {
      // The packed client stays beside them.
      await rm(join(serviceDir, "dist/functions"), { recursive: true, force: true });
      for (const one of Object.values(serverless.service.functions)) {
        const [, file, name] = /^(.*)\.(\w+)$/.exec(one.handler);
        const folder = join(serviceDir, "dist", file);
        const { outputs, inputs, copies } = await writeBundle(
          entryOf(serviceDir, file, name),
          join(folder, "index.mjs"),
        );
        one.handler = `dist/${file}/index.${name}`;
        const texts = outputs.filter((output) => output.endsWith(".mjs")).map((output) => readFileSync(output, "utf8"));
        const unbundled = UNBUNDLED_PACKAGES.filter((name) => texts.some((text) => text.includes(`"${name}`)));
        const packages = new Set(unbundled.flatMap((name) => [...withDependencies(serviceDir, name)]));
        const shipped = [...packages].map((name) => `node_modules/${name}`);
        outputs.push(await writeNotices(serviceDir, folder, { inputs, copies, packages: shipped }));
        one.package = {
          patterns: [
            "!**",
            ...outputs.map((output) => output.slice(serviceDir.length + 1)),
            ...shipped.map((path) => `${path}/**`),
            ...UNREAD_FILES.map((pattern) => `!node_modules/**/${pattern}`),
            ...shipped.map((path) => `${path}/LICENSE*`),
          ],
        };
      }
    };
    this.hooks = {
      "before:package:createDeploymentArtifacts": bundleAll,
      "before:deploy:function:packageFunction": bundleAll,
    };
  }
};
