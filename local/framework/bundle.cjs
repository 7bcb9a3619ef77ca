const { readFileSync } = require("node:fs");
const { readFile, rm } = require("node:fs/promises");
const { basename, dirname, extname, join, resolve } = require("node:path");
const { build } = require("esbuild");

/** Packages that cannot be bundled, for they hold native code, WebAssembly or fonts: they go along as they are. */
const WHOLE = ["@cornerstonejs/codec-openjpeg", "@hyzyla/pdfium", "harfbuzzjs", "katex", "satteri", "sharp"];

/** What no program reads of them. */
const NEEDLESS = [
  "*.{md,map,ts,mts,cts,cc,h,gyp}",
  "{docs,test,tests,examples}/**",
  "codec-openjpeg/dist/{openjpegjs,openjpegjs_decode,openjpegwasm}.{js,wasm}", // for machines without WebAssembly; the encoder
  "pdfium/dist/{index.cjs,worker.bundle.js,*base64*,index.esm.*.js}", // the same for browsers, and once more
];

const OPTIONS = {
  external: WHOLE,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node24",
  format: "esm",
  legalComments: "none",
  mainFields: ["module", "main"], // what is not used can be left out of modules alone
  // Modules in CommonJS ask for Node's own by `require`.
  banner: { js: "import{createRequire as __require}from'node:module';const require=__require(import.meta.url);" },
};

/** Modules that are put in the place of others: what they load besides takes half of a function's start. */
const INSTEAD = {
  // Imported as a module, it makes Node load its `fetch` for an export that nobody asks for.
  "node:http": "module.exports = process.getBuiltinModule('node:http');",
  "node:https": "module.exports = process.getBuiltinModule('node:https');",
  // Lambda hands a function its credentials in the environment.
  "@aws-sdk/credential-provider-node": "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
};

const instead = {
  name: "modules in the place of others",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^((node:)?https?|@aws-sdk\/credential-provider-node)$/ }, ({ path }) => ({
      path: path.replace(/^https?$/, "node:$&"),
      namespace: "instead",
    }));
    onLoad({ filter: /.*/, namespace: "instead" }, ({ path }) => ({ contents: INSTEAD[path], resolveDir: __dirname }));
  },
};

const URL_OF_FILE = /new URL\("(\.[^"]+)", import\.meta\.url\)/g;

/** Bundles an entry and, beside it, every file that it names by `new URL("./file", import.meta.url)`; gives all their paths. */
const bundle = async (entry, output) => {
  const outputs = [output];
  const beside = {
    name: "files beside a module",
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]lib[\\/].*\.ts$/ }, async ({ path }) => {
        let contents = await readFile(path, "utf8");
        for (const [all, name] of contents.matchAll(URL_OF_FILE)) {
          const file = resolve(dirname(path), name);
          const isScript = extname(file) === ".ts";
          const target = `${basename(dirname(file))}-${basename(file, ".ts")}${isScript ? ".mjs" : ""}`;
          const place = join(dirname(output), target);
          if (isScript) outputs.push(...(await bundle({ entryPoints: [file] }, place)));
          else {
            await build({ entryPoints: [file], outfile: place, loader: { [extname(file)]: "copy" } });
            outputs.push(place);
          }
          contents = contents.replace(all, `new URL("./${target}", import.meta.url)`);
        }
        return { contents, loader: "ts" };
      }),
  };
  await build({ ...OPTIONS, ...entry, outfile: output, plugins: [beside, instead] });
  return outputs;
};

/** A function: its handler, which Lambda finds when everything is ready for its first request. */
const functionOf = (serviceDir, file, name) => ({
  stdin: {
    resolveDir: serviceDir,
    contents: `export { ${name} } from "./${file}.ts";
import { initialise } from "./lib/http/initialise.ts";
await initialise();`,
  },
});

/** A package's folder and those of all that it needs on this machine, as far as they are installed. */
const withDependencies = (root, name, found = new Set()) => {
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
  } catch {
    return found; // an optional one, for another machine
  }
  if (found.has(name)) return found;
  found.add(name);
  for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    if (!needed.startsWith("@types/")) withDependencies(root, needed, found);
  }
  return found;
};

/** Bundles each function when the framework packages; `serverless offline` runs the sources. */
module.exports = class Bundle {
  constructor(serverless) {
    const { serviceDir } = serverless;
    const bundleAll = async () => {
      await rm(join(serviceDir, "dist"), { recursive: true, force: true });
      for (const one of Object.values(serverless.service.functions)) {
        const [, file, name] = /^(.*)\.(\w+)$/.exec(one.handler);
        const outputs = await bundle(functionOf(serviceDir, file, name), join(serviceDir, "dist", file, "index.mjs"));
        one.handler = `dist/${file}/index.${name}`;
        const texts = outputs.filter((output) => output.endsWith(".mjs")).map((output) => readFileSync(output, "utf8"));
        const whole = WHOLE.filter((name) => texts.some((text) => text.includes(`"${name}`)));
        const packages = new Set(whole.flatMap((name) => [...withDependencies(serviceDir, name)]));
        one.package = {
          patterns: [
            "!**",
            ...outputs.map((output) => output.slice(serviceDir.length + 1)),
            ...[...packages].map((name) => `node_modules/${name}/**`),
            ...NEEDLESS.map((pattern) => `!node_modules/**/${pattern}`),
            ...[...packages].map((name) => `node_modules/${name}/LICENSE*`),
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
