const { dirname, basename, extname, relative, resolve } = require("node:path");
const { readFile } = require("node:fs/promises");
const { build } = require("esbuild");

const BUILD_OPTIONS = {
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

/** The namespace of scripts that are no files. */
const GIVEN = "given";

/** Gives esbuild scripts that are no files, by their names. */
const giveScripts = (given, resolveDir) => ({
  name: "given scripts",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^${GIVEN}:`) }, ({ path }) => ({
      path: path.slice(GIVEN.length + 1),
      namespace: GIVEN,
    }));
    onLoad({ filter: /.*/, namespace: GIVEN }, ({ path }) => ({ contents: given.get(path), resolveDir }));
  },
});

/** Notes the files that each source names with `new URL("./file", import.meta.url)`, by the path of the source in the project. */
const noteNamedFiles = (named) => ({
  name: "named files",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]lib[\\/].*\.ts$/ }, async ({ path: source }) => {
      const files = new Set();
      const contents = (await readFile(source, "utf8")).replaceAll(FILE_URL_PATTERN, (_, name) => {
        const file = resolve(dirname(source), name);
        files.add(file);
        return `new URL("./${outputName(file)}", import.meta.url)`;
      });
      named.set(relative(process.cwd(), source), files);
      return { contents, loader: "ts" };
    }),
});

/** The files that a script is made from, in the order in which they are first imported. */
const inputsOf = (metafile, entry, found = new Set()) => {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const { path, external } of metafile.inputs[entry].imports) if (!external) inputsOf(metafile, path, found);
  return found;
};

/**
 * Bundles scripts in one build, which reads each file that several of them import once: `given` are the texts of scripts that are
 * no files, `files` are scripts. Resolves with the text of each by its name or path, with the files that it is made from, and
 * with those that it names.
 */
exports.bundleScripts = async ({ serviceDir, external, plugins }, given, files) => {
  const named = new Map();
  const entries = [...[...given.keys()].map((name) => `${GIVEN}:${name}`), ...files];
  if (entries.length === 0) return new Map();
  const { outputFiles, metafile } = await build({
    ...BUILD_OPTIONS,
    external,
    entryPoints: entries.map((entry, index) => ({ in: entry, out: String(index) })),
    outdir: serviceDir,
    write: false,
    plugins: [giveScripts(given, serviceDir), ...plugins, noteNamedFiles(named), replaceModules],
  });
  const texts = new Map(outputFiles.map(({ path, contents }) => [basename(path, ".js"), contents]));
  const bundled = entries.map((entry, index) => {
    const isGiven = index < given.size;
    const inputs = [...inputsOf(metafile, isGiven ? entry : relative(process.cwd(), entry))];
    const namedFiles = new Set(inputs.flatMap((input) => [...(named.get(input) ?? [])]));
    return [
      isGiven ? entry.slice(GIVEN.length + 1) : entry,
      { text: texts.get(String(index)), inputs, named: namedFiles },
    ];
  });
  return new Map(bundled);
};

exports.outputName = outputName;
