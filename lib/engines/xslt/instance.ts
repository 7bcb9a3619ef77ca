import { placeOfElement, placeOfTag } from "./place.ts";
import { type Job, KINDS, type Outcome, type Problem, SOURCES } from "./problem.ts";

/** Thrown through the module when there is no memory left: nothing of it runs on after that. */
class Exhausted extends Error {}

/** Problems that are kept; a stylesheet can make millions. */
const MOST_PROBLEMS = 20;

/** What WASI calls "bad file descriptor": there are no files in here. */
const BADF = 8;

interface Exports {
  _initialize(): void;
  allocate(size: number): number;
  parameter(name: number, value: number): void;
  transform(embedded: number): number;
}

/** The memory of one instance, as the host's functions see it: views are made anew, for they end when memory grows. */
const access = (memory: WebAssembly.Memory) => ({
  bytes: (at: number, length: number) => new Uint8Array(memory.buffer, at >>> 0, length),
  text(at: number): string {
    const rest = new Uint8Array(memory.buffer, at >>> 0);
    return new TextDecoder().decode(rest.subarray(0, rest.indexOf(0)));
  },
  view: () => new DataView(memory.buffer),
});

/** The part of WASI that the C library asks for: a clock, and no arguments, environment, files or sockets. */
const wasi = (memory: ReturnType<typeof access>): WebAssembly.ModuleImports => {
  const none = () => BADF;
  return {
    environ_get: () => 0,
    environ_sizes_get(count: number, size: number) {
      memory.view().setUint32(count, 0, true);
      memory.view().setUint32(size, 0, true);
      return 0;
    },
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      memory.view().setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true);
      return 0;
    },
    proc_exit(status: number) {
      throw new Error(`libxslt ended with ${status}`);
    },
    ...Object.fromEntries(
      "fd_close fd_fdstat_get fd_fdstat_set_flags fd_prestat_get fd_prestat_dir_name fd_read fd_seek fd_write path_create_directory path_filestat_get path_open"
        .split(" ")
        .map((name) => [name, none]),
    ),
  };
};

/** Runs one transformation in an instance of the module that is made for it and never used again. */
export const transform = (module: WebAssembly.Module, { xml, xslt, params, initial, maximum }: Job): Outcome => {
  const problems: Problem[] = [];
  const chunks: Uint8Array[] = [];
  const texts = [undefined, xml, xslt ?? xml];
  const ended = (end: Outcome["end"], html = new Uint8Array()): Outcome => ({ end, html, problems });

  try {
    const memory = new WebAssembly.Memory({ initial, maximum });
    const inside = access(memory);
    const host: WebAssembly.ModuleImports = {
      read(source: number, offset: number, to: number, size: number) {
        const part = texts[source]?.subarray(offset, offset + size) ?? new Uint8Array();
        inside.bytes(to, part.length).set(part);
        return part.length;
      },
      write(from: number, length: number) {
        chunks.push(inside.bytes(from, length).slice());
      },
      problem(
        kind: number,
        source: number,
        line: number,
        column: number,
        tagEnd: number,
        element: number,
        text: number,
      ) {
        if (problems.length >= MOST_PROBLEMS) return;
        const document = texts[source];
        const known = column > 0 || line === 0 || document === undefined;
        const place = known
          ? { line, column }
          : tagEnd >= 0
            ? placeOfTag(document, tagEnd)
            : placeOfElement(document, line, inside.text(element));
        problems.push({ kind: KINDS[kind] ?? "detail", source: SOURCES[source], ...place, text: inside.text(text) });
      },
      exhausted() {
        throw new Exhausted();
      },
    };
    const instance = new WebAssembly.Instance(module, { env: { memory }, wasi_snapshot_preview1: wasi(inside), host });
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    const put = (text: string): number => {
      const bytes = Buffer.from(`${text}\0`);
      const at = exports.allocate(bytes.length);
      inside.bytes(at, bytes.length).set(bytes);
      return at;
    };
    for (const [name, value] of Object.entries(params)) exports.parameter(put(name), put(value));
    if (exports.transform(xslt === undefined ? 1 : 0) !== 0) return ended("failed");
    return ended("done", new Uint8Array(Buffer.concat(chunks)));
  } catch (error) {
    if (error instanceof Exhausted) return ended("memory");
    if (error instanceof RangeError) return ended(/stack/.test(error.message) ? "depth" : "memory");
    return { ...ended("crash"), cause: String(error) };
  }
};
