import { PROBLEM_KINDS, PROBLEM_SOURCES, type XsltProblem } from "./problem.ts";
import { elementPosition, tagPosition } from "./text-position.ts";

/** Thrown from an import when the module's memory is exhausted. The instance must not run after that. */
export class MemoryExhausted extends Error {}

/** The most problems that are kept, because a stylesheet can cause millions. */
const PROBLEMS_LIMIT = 20;

/** The two documents that the module may read, and the result and problems that it gives. */
export interface HostExchange {
  /** UTF-8. */
  readonly xml: Uint8Array;
  /** UTF-8; undefined where the stylesheet is in the XML. */
  readonly xslt: Uint8Array | undefined;
  readonly chunks: Uint8Array[];
  readonly problems: XsltProblem[];
}

/** The functions that the module imports. They only give it its two documents, and take its result and problems. */
export const hostImports = (memory: WebAssembly.Memory, exchange: HostExchange): WebAssembly.ModuleImports => {
  const { xml, xslt, chunks, problems } = exchange;
  const documents = [undefined, xml, xslt];
  // Each call makes a new view, because the memory's growth detaches its buffer.
  const bytes = (at: number, length?: number) => new Uint8Array(memory.buffer, at >>> 0, length);
  const text = (at: number) => {
    const rest = bytes(at);
    return new TextDecoder().decode(rest.subarray(0, rest.indexOf(0)));
  };
  return {
    read(source: number, offset: number, to: number, size: number) {
      const part = documents[source]?.subarray(offset, offset + size) ?? new Uint8Array();
      bytes(to, part.length).set(part);
      return part.length;
    },
    write(from: number, length: number) {
      chunks.push(bytes(from, length).slice());
    },
    problem(kind: number, source: number, line: number, column: number, end: number, element: number, message: number) {
      if (problems.length >= PROBLEMS_LIMIT) return;
      const document = documents[source];
      let place = { line, column };
      if (document !== undefined && end >= 0) place = tagPosition(document, end);
      else if (document !== undefined && line > 0 && column === 0)
        place = elementPosition(document, line, text(element));
      problems.push({
        kind: PROBLEM_KINDS[kind] ?? "detail",
        source: PROBLEM_SOURCES[source],
        ...place,
        text: text(message),
      });
    },
    exhausted() {
      throw new MemoryExhausted();
    },
  };
};
