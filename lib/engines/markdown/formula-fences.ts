import { defineMdastPlugin, markdownToHtml } from "satteri";

/** A formula that begins on the line of its opening dollars: the offset behind these, and that of its closing dollars. */
interface LooseFormula {
  readonly opened: number;
  readonly closed: number;
  /** What stands before the opening dollars: spaces and the marks of quotations. */
  readonly prefix: string;
}

const OPENING = /^([ \t>]*)\$\$(?=[^$]*[^$\s])[^$]*$/;
const BLANK = /^[ \t>\r]*$/;
/** Lines of a formula; more are none. */
const LINES_LIMIT = 200;

/** The formulas of several lines that begin on the line of their opening dollars, in the order of the text. */
const looseFormulas = (source: string): LooseFormula[] => {
  if (!source.includes("$$")) return [];
  const found: LooseFormula[] = [];
  let open: (Omit<LooseFormula, "closed"> & { readonly lines: number }) | undefined;
  let start = 0;
  for (const line of source.split("\n")) {
    const dollars = line.indexOf("$$");
    if (open !== undefined && (BLANK.test(line) || open.lines > LINES_LIMIT)) open = undefined;
    if (open === undefined) {
      const prefix = dollars < 0 ? undefined : OPENING.exec(line)?.[1];
      if (prefix !== undefined) open = { opened: start + dollars + 2, prefix, lines: 1 };
    } else if (dollars < 0) open = { ...open, lines: open.lines + 1 };
    else {
      if (line.slice(dollars + 2).trim() === "") found.push({ ...open, closed: start + dollars });
      open = undefined;
    }
    start += line.length + 1;
  }
  return found;
};

/** The source with these formulas between lines of dollars, and the offsets of their opening dollars in it. */
const fenced = (source: string, formulas: readonly LooseFormula[]): { text: string; offsets: number[] } => {
  let text = "";
  let copiedTo = 0;
  const offsets = formulas.map(({ opened, closed, prefix }) => {
    text += source.slice(copiedTo, opened);
    const offset = text.length - 2;
    text += `\n${prefix}${source.slice(opened, closed)}\n${prefix}`;
    copiedTo = closed;
    return offset;
  });
  return { text: text + source.slice(copiedTo), offsets };
};

/**
 * Puts the dollars around a formula of several lines on lines of their own. The parser would drop the rest of the opening line,
 * and would take all that follows the formula as a part of it.
 */
export const fenceFormulas = (source: string): string => {
  const loose = looseFormulas(source);
  if (loose.length === 0) return source;
  // In code and in HTML there are no formulas; the text stays as it is there.
  const { text, offsets } = fenced(source, loose);
  const starts = new Set<number>();
  const formulas = defineMdastPlugin({
    name: "formulas",
    options: { position: true },
    math({ position }) {
      const from = position?.start.offset ?? 0;
      starts.add(text.indexOf("$$", from));
    },
  });
  markdownToHtml(text, { features: { math: true }, mdastPlugins: [formulas] });
  return fenced(
    source,
    loose.filter((_, at) => starts.has(offsets[at] ?? -1)),
  ).text;
};
