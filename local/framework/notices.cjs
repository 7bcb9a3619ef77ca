const { existsSync } = require("node:fs");
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

/**
 * Writes the notices of a function to a folder. The function is made from source files, and from npm packages that stay as they
 * are; both are given by their paths in the project. Resolves with the path of the notices.
 */
exports.writeNotices = async (root, folder, files, packages) => {
  const folders = new Set([...packages, ...files.flatMap((file) => packageFolderOf(file) ?? [])]);
  const names = [...folders].map((path) => path.replace(/^.*node_modules\//, ""));
  const parts = await Promise.all([
    ...[...folders].map(async (path) => [await npmPart(join(root, path))]),
    ...[...new Set(files)].filter((file) => !packageFolderOf(file)).map((file) => compiledPart(root, file)),
    nativeParts(names),
  ]);
  const notices = join(folder, NOTICES_FILE);
  await writeFile(notices, noticesOf("This function", parts.flat()));
  return notices;
};
