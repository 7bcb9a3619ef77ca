import { fieldOf, type RequestDocuments } from "./documents.ts";
import { PROBLEM_KINDS, type XsltProblem } from "./problem.ts";

/** WASI's error code "bad file descriptor": the module has no files. */
const BAD_DESCRIPTOR_ERRNO = 8;

const FILE_FUNCTIONS = "close fdstat_get fdstat_set_flags prestat_get prestat_dir_name read seek write".split(" ");
const PATH_FUNCTIONS = ["create_directory", "filestat_get", "open"];

/**
 * The part of WASI that the module's C library imports: a clock (`now`, in ms since 1970), and no arguments, environment, files or sockets.
 * https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md
 */
export const wasiImports = (memory: WebAssembly.Memory, now: () => number): WebAssembly.ModuleImports => {
  const view = () => new DataView(memory.buffer);
  const badDescriptor = () => BAD_DESCRIPTOR_ERRNO;
  return {
    environ_get: () => 0,
    environ_sizes_get(count: number, size: number) {
      view().setUint32(count >>> 0, 0, true);
      view().setUint32(size >>> 0, 0, true);
      return 0;
    },
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      view().setBigUint64(at >>> 0, BigInt(now()) * 1_000_000n, true);
      return 0;
    },
    proc_exit(status: number) {
      throw new Error(`libxslt ended with ${status}`);
    },
    ...Object.fromEntries([
      ...FILE_FUNCTIONS.map((name) => [`fd_${name}`, badDescriptor]),
      ...PATH_FUNCTIONS.map((name) => [`path_${name}`, badDescriptor]),
    ]),
  };
};

/** A position in a text, as editors count: line and column from 1, the column in characters. 0 means unknown. */
interface TextPosition {
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 10;

const characterCount = (bytes: Uint8Array): number => new TextDecoder().decode(bytes).length;

const LESS_THAN = 60;

/**
 * The position of the start tag that ends before this byte of a UTF-8 text. A tag has no second `<`, so the last one starts
 * it.
 */
const tagPosition = (text: Uint8Array, end: number): TextPosition => {
  const begin = text.lastIndexOf(LESS_THAN, end);
  let line = 1;
  let start = 0;
  for (let at = text.indexOf(NEWLINE); at >= 0 && at < begin; at = text.indexOf(NEWLINE, start)) {
    line++;
    start = at + 1;
  }
  return { line, column: characterCount(text.subarray(start, begin)) + 1 };
};

/**
 * The position of an element's start tag, by the line on which the tag ends. If several tags of this name are on the line,
 * it is the position of the first.
 */
const elementPosition = (text: Uint8Array, line: number, element: string): TextPosition => {
  const lines = new TextDecoder().decode(text).split("\n", line);
  const tag = new RegExp(`<${element.replace(/\./g, "\\.")}(?![\\w.:-])`, "u");
  for (let index = line - 1; index >= 0; index--) {
    const column = lines[index]?.search(tag) ?? -1;
    if (column >= 0) return { line: index + 1, column: column + 1 };
  }
  return { line, column: 0 };
};

/** Thrown from an import when the module's memory is exhausted. The instance must not run after that. */
export class MemoryExhausted extends Error {}

/** Thrown from an import when the result has more bytes than it may have. */
export class OutputExhausted extends Error {}

/** The characters of a problem's message that are kept. */
const MESSAGE_LIMIT_CHARACTERS = 1000;

/** The most problems that are kept, because a stylesheet can cause millions. */
const PROBLEMS_LIMIT = 20;

/** The documents that the module may read, and its result and problems. */
export interface HostExchange {
  readonly documents: RequestDocuments;
  /** Bytes that the result may still have. */
  room: number;
  readonly chunks: Uint8Array[];
  readonly problems: XsltProblem[];
}

/** The functions that the module imports. They only find and read its documents, and receive its result and problems. */
export const hostImports = (memory: WebAssembly.Memory, exchange: HostExchange): WebAssembly.ModuleImports => {
  const { documents, chunks, problems } = exchange;
  // Each call makes a new view, because the memory's growth detaches its buffer.
  const bytes = (at: number, length?: number) => new Uint8Array(memory.buffer, at >>> 0, length);
  const text = (at: number) => {
    const rest = bytes(at);
    return new TextDecoder().decode(rest.subarray(0, rest.indexOf(0)));
  };
  return {
    find(address: number) {
      return documents.find(text(address));
    },
    read(source: number, offset: number, to: number, size: number) {
      const part = documents.text(source)?.subarray(offset, offset + size) ?? new Uint8Array();
      bytes(to, part.length).set(part);
      return part.length;
    },
    write(from: number, length: number) {
      exchange.room -= length;
      if (exchange.room < 0) throw new OutputExhausted();
      chunks.push(bytes(from, length).slice());
    },
    problem(kind: number, source: number, line: number, column: number, end: number, element: number, message: number) {
      if (problems.length >= PROBLEMS_LIMIT) return;
      const document = documents.text(source);
      let place = { line, column };
      if (document !== undefined && end >= 0) place = tagPosition(document, end);
      else if (document !== undefined && line > 0 && column === 0)
        place = elementPosition(document, line, text(element));
      problems.push({
        kind: PROBLEM_KINDS[kind] ?? "detail",
        source: fieldOf(source),
        ...place,
        text: text(message).slice(0, MESSAGE_LIMIT_CHARACTERS),
      });
    },
    exhausted() {
      throw new MemoryExhausted();
    },
  };
};
