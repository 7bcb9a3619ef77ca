import { mkdir, readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { command } from "../debian/command.ts";

/** The features of libxml2 and libxslt that are left out, because a transformation does not need them. */
const LIBXML2_DISABLED =
  "python zlib lzma threads http ftp modules icu catalog docbook debug legacy " +
  "schemas schematron xinclude push reader writer pattern regexps";
const LIBXSLT_DISABLED = "python crypto plugins debug debugger profiler mem-debug";

/** Files of libxml2 that are not part of the library. */
const PROGRAM_FILES = /^(test.*|run.*|xmllint|xmlcatalog|trio.*|DOCBparser|rngparser|xzlib|timsort)\.c$/;

const WASI_FLAGS = ["SIGNAL", "PROCESS_CLOCKS", "GETPID", "MMAN"].map((name) => `-D_WASI_EMULATED_${name}`);
const WASI_LIBRARIES = ["signal", "process-clocks", "getpid", "mman"].map((name) => `-lwasi-emulated-${name}`);

/** Linker flags for the functions that the C files beside this one replace. */
const WRAP_FLAGS = [
  "malloc",
  "calloc",
  "realloc",
  "xsltMessage",
  "xsltTransformError",
  "xmlBuildURI",
  "xsltParseStylesheetImport",
  "xsltParseStylesheetInclude",
].map((name) => `-Wl,--wrap=${name}`);

const LINKER_FLAGS = [
  "-mexec-model=reactor",
  ...WRAP_FLAGS,
  "-Wl,--stack-first",
  "-Wl,-z,stack-size=8388608",
  "-Wl,--import-memory",
  "-Wl,--max-memory=4294967296",
  "-Wl,--strip-all",
];

const cFiles = async (folder: string, except = /^$/): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith(".c") && !except.test(file))
    .sort()
    .map((file) => join(folder, file));

const configure = (folder: string, cc: string, without: string, more: readonly string[]): Promise<string> =>
  command(
    "sh",
    [
      "./configure",
      "--host=i686-unknown-linux-gnu",
      "--disable-shared",
      "--disable-dependency-tracking",
      ...without.split(" ").map((part) => `--without-${part}`),
      ...more,
    ],
    {
      folder,
      variables: { CC: cc, CFLAGS: `-O3 ${WASI_FLAGS.join(" ")}`, AR: "true", RANLIB: "true", LD: "true", NM: "true" },
    },
  );

/** Runs jobs in parallel, as many as there are cores. */
const runInParallel = async (jobs: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const rest = jobs.values();
  const worker = async () => {
    for (const job of rest) await job();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
};

/**
 * Compiles libxml2 and libxslt, which are unpacked in folders of these names, and the C files in `runner` into one WebAssembly
 * module. The paths for the compiler are relative to `folder`, so that every folder results in the same bytes.
 */
export const compile = async (folder: string, cc: string, runner: string, output: string): Promise<void> => {
  const [xml, xslt] = [join(folder, "libxml2"), join(folder, "libxslt")];
  await configure(xml, cc, LIBXML2_DISABLED, ["--with-iconv", "--with-xptr"]);
  await configure(xslt, cc, LIBXSLT_DISABLED, [`--with-libxml-src=${xml}`]);
  const own = relative(folder, runner);
  const libraries = [
    ...(await cFiles(xml, PROGRAM_FILES)),
    ...(await cFiles(join(xslt, "libxslt"))),
    ...(await cFiles(join(xslt, "libexslt"), /crypto/)),
  ];
  // Both libraries have a config.h: each file gets that of its own.
  const headersOf = (file: string): string[] => {
    const ofXml = ["libxml2/include", "libxml2"];
    const ofXslt = ["libxslt", "libxslt/libxslt", "libxslt/libexslt"];
    const paths = file.startsWith("libxslt") ? [...ofXslt, ...ofXml] : [...ofXml, ...ofXslt];
    return paths.map((path) => `-I${path}`);
  };
  const flags = ["-O3", "-w", "-DHAVE_CONFIG_H", ...WASI_FLAGS, `-ffile-prefix-map=${own}=runner`];
  await mkdir(join(folder, "objects"), { recursive: true });
  const objects: string[] = [];
  const jobs = [
    ...libraries.map((file) => relative(folder, file)),
    ...(await cFiles(runner)).map((file) => relative(folder, file)),
  ];
  await runInParallel(
    jobs.map((file, index) => {
      const object = `objects/${String(index).padStart(3, "0")}.o`;
      objects.push(object);
      return () => command(cc, [...flags, ...headersOf(file), "-c", file, "-o", object], { folder });
    }),
  );
  await command(cc, [...LINKER_FLAGS, "-o", output, ...objects, ...WASI_LIBRARIES], { folder });
};
