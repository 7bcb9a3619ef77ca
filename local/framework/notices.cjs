const { existsSync, readFileSync } = require("node:fs");
const { readFile, writeFile } = require("node:fs/promises");
const { join } = require("node:path");
const { nativeParts } = require("../../layers/notices/native.ts");
const { NOTICES_FILE, noticesOf } = require("../../layers/notices/notices.ts");
const { npmPart } = require("../../layers/notices/npm.ts");

/** The folder of the npm package that a file is in; undefined for the project's own files. */
const packageFolderOf = (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];

/** The notices of a compiled file of the project, which lie beside it, as a part. */
const compiledPart = async (root, file) => {
  const notices = join(root, file.replace(/\.\w+$/, ".notices.txt"));
  return existsSync(notices) ? [{ title: `In ${file}`, texts: [await readFile(notices, "utf8")] }] : [];
};

/** The folder in which Node finds a package from another package's folder; undefined for one that is not installed. */
const resolvedFrom = (root, folder, name) => {
  for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")))) {
    const path = join(from, "node_modules", name);
    if (existsSync(join(root, path))) return path;
    if (from === "") return undefined;
  }
};

/** The folders of a package and of all its dependencies, which a file that was bundled by others may hold. */
const withDependencies = (root, folder, found = new Set()) => {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const path = resolvedFrom(root, folder, name);
    if (path !== undefined && !name.startsWith("@types/")) withDependencies(root, path, found);
  }
  return found;
};

/**
 * Writes the notices of a function to a folder: of the files that it is bundled from, of those that are copied, and of the npm
 * packages that stay as they are; all by their paths in the project. Resolves with the path of the notices.
 */
exports.writeNotices = async (root, folder, { inputs, copies, packages }) => {
  const copied = copies.flatMap((file) => packageFolderOf(file) ?? []);
  const folders = new Set([
    ...packages,
    ...inputs.flatMap((file) => packageFolderOf(file) ?? []),
    ...copied.flatMap((path) => [...withDependencies(root, path)]),
  ]);
  const names = [...folders].map((path) => path.replace(/^.*node_modules\//, ""));
  const own = copies.filter((file) => !packageFolderOf(file));
  const parts = await Promise.all([
    ...[...folders].map(async (path) => [await npmPart(join(root, path))]),
    ...[...new Set(own)].map((file) => compiledPart(root, file)),
    nativeParts(names),
  ]);
  const notices = join(folder, NOTICES_FILE);
  await writeFile(notices, noticesOf("This function", parts.flat()));
  return notices;
};
