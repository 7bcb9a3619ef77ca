const { readdirSync, readFileSync, statSync } = require("node:fs");
const { join, matchesGlob } = require("node:path");

/** Files of shipped packages that no program reads. */
const UNREAD_FILES = [
  "*.{md,map,ts,mts,cts,cc,h,gyp}",
  "{docs,test,tests,examples}/**",
  "codec-openjpeg/dist/{openjpegjs,openjpegjs_decode,openjpegwasm}.{js,wasm}", // variants for machines without WebAssembly, and the encoder
  "pdfium/dist/{index.cjs,worker.bundle.js,*base64*,index.esm.*.js}", // variants for browsers, and copies
].map((pattern) => `node_modules/**/${pattern}`);

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

/** The paths in the project of a package's files that are shipped: of what programs read, and of its licences. */
const filesOf = (root, name) => {
  const folder = `node_modules/${name}`;
  const paths = readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`);
  const isLicence = (path) => matchesGlob(path, `${folder}/LICENSE*`);
  return paths.filter(
    (path) =>
      (isLicence(path) || !UNREAD_FILES.some((pattern) => matchesGlob(path, pattern))) &&
      statSync(join(root, path)).isFile(),
  );
};

/** What functions ship of npm packages as they are. It looks at each package once. */
exports.shippedPackages = (root) => {
  const found = new Map();
  const shipped = (name) => {
    if (!found.has(name)) found.set(name, filesOf(root, name));
    return found.get(name);
  };
  /** The packages with these names and all their dependencies, and the paths in the project of their files. */
  return (names) => {
    const packages = [...new Set(names.flatMap((name) => [...withDependencies(root, name)]))];
    return { folders: packages.map((name) => `node_modules/${name}`), files: packages.flatMap(shipped) };
  };
};
