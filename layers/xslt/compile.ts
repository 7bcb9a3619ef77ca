import { mkdir, readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { command } from "../debian/command.ts";

/** What libxml2 can do that a transformation has no use for is left out: every door that is not there stays shut. */
const LIBXML2 =
  "python zlib lzma threads http ftp modules icu catalog docbook debug legacy " +
  "schemas schematron xinclude push reader writer pattern regexps";
const LIBXSLT = "python crypto plugins debug debugger profiler mem-debug";

/** Files of libxml2 that are not part of the library. */
const PROGRAMS = /^(test.*|run.*|xmllint|xmlcatalog|trio.*|DOCBparser|rngparser|xzlib|timsort)\.c$/;

const FLAGS = ["SIGNAL", "PROCESS_CLOCKS", "GETPID", "MMAN"].map((name) => `-D_WASI_EMULATED_${name}`);
const LIBRARIES = ["signal", "process-clocks", "getpid", "mman"].map((name) => `-lwasi-emulated-${name}`);

/** Functions that problems.c puts its own in place of. */
const WRAPPED = ["malloc", "calloc", "realloc", "xsltMessage", "xsltTransformError"].map(
  (name) => `-Wl,--wrap=${name}`,
);

const LINK = [
  "-mexec-model=reactor",
  ...WRAPPED,
  "-Wl,--stack-first",
  "-Wl,-z,stack-size=8388608",
  "-Wl,--import-memory",
  "-Wl,--max-memory=4294967296",
  "-Wl,--strip-all",
];

const cFiles = async (folder: string, but = /^$/): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith(".c") && !but.test(file))
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
      variables: { CC: cc, CFLAGS: `-O3 ${FLAGS.join(" ")}`, AR: "true", RANLIB: "true", LD: "true", NM: "true" },
    },
  );

/** Works through jobs, as many at once as there are cores. */
const together = async (jobs: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const rest = jobs.values();
  const worker = async () => {
    for (const job of rest) await job();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
};

/**
 * Compiles libxml2 and libxslt, unpacked in folders of those names, with our runner into one WebAssembly module.
 * Every path given to the compiler is relative to the folder, so that the module is the same wherever it is made.
 */
export const compile = async (folder: string, cc: string, runner: string, output: string): Promise<void> => {
  const [xml, xslt] = [join(folder, "libxml2"), join(folder, "libxslt")];
  await configure(xml, cc, LIBXML2, ["--with-iconv", "--with-xptr"]);
  await configure(xslt, cc, LIBXSLT, [`--with-libxml-src=${xml}`]);
  const own = relative(folder, runner);
  const libraries = [
    ...(await cFiles(xml, PROGRAMS)),
    ...(await cFiles(join(xslt, "libxslt"))),
    ...(await cFiles(join(xslt, "libexslt"), /crypto/)),
  ];
  const headers = ["libxml2/include", "libxml2", "libxslt", "libxslt/libxslt", "libxslt/libexslt"].map(
    (path) => `-I${path}`,
  );
  const flags = ["-O3", "-w", "-DHAVE_CONFIG_H", ...FLAGS, ...headers, `-ffile-prefix-map=${own}=runner`];
  await mkdir(join(folder, "objects"), { recursive: true });
  const objects: string[] = [];
  const jobs = [
    ...libraries.map((file) => relative(folder, file)),
    ...(await cFiles(runner)).map((file) => relative(folder, file)),
  ];
  await together(
    jobs.map((file, index) => {
      const object = `objects/${String(index).padStart(3, "0")}.o`;
      objects.push(object);
      return () => command(cc, [...flags, "-c", file, "-o", object], { folder });
    }),
  );
  await command(cc, [...LINK, "-o", output, ...objects, ...LIBRARIES], { folder });
};
