import { placeOfElement, placeOfTag } from "./place.ts";
import { KINDS, type Problem, SOURCES } from "./problem.ts";

/** Thrown through the module when there is no memory left: nothing of it runs on after that. */
export class Exhausted extends Error {}

/** Problems that are kept; a stylesheet can make millions. */
const MOST_PROBLEMS = 20;

/** The two texts that a module may read, and what it gave. */
export interface Exchange {
  /** UTF-8. */
  readonly xml: Uint8Array;
  /** UTF-8; without one the stylesheet is in the XML. */
  readonly xslt: Uint8Array | undefined;
  readonly chunks: Uint8Array[];
  readonly problems: Problem[];
}

/** The functions that the module has of us: they give it its two texts and take its result and problems, no more. */
export const host = (memory: WebAssembly.Memory, exchange: Exchange): WebAssembly.ModuleImports => {
  const { xml, xslt, chunks, problems } = exchange;
  const texts = [undefined, xml, xslt];
  // views are made anew for each call, for they end when the memory grows
  const bytes = (at: number, length?: number) => new Uint8Array(memory.buffer, at >>> 0, length);
  const text = (at: number) => {
    const rest = bytes(at);
    return new TextDecoder().decode(rest.subarray(0, rest.indexOf(0)));
  };
  return {
    read(source: number, offset: number, to: number, size: number) {
      const part = texts[source]?.subarray(offset, offset + size) ?? new Uint8Array();
      bytes(to, part.length).set(part);
      return part.length;
    },
    write(from: number, length: number) {
      chunks.push(bytes(from, length).slice());
    },
    problem(kind: number, source: number, line: number, column: number, end: number, element: number, said: number) {
      if (problems.length >= MOST_PROBLEMS) return;
      const document = texts[source];
      let place = { line, column };
      if (document !== undefined && end >= 0) place = placeOfTag(document, end);
      else if (document !== undefined && line > 0 && column === 0)
        place = placeOfElement(document, line, text(element));
      problems.push({ kind: KINDS[kind] ?? "detail", source: SOURCES[source], ...place, text: text(said) });
    },
    exhausted() {
      throw new Exhausted();
    },
  };
};
