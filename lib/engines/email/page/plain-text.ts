import { escapeHtml } from "../../escape-html.ts";

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]{1,2000}/g;
/** Marks that end a sentence and not an address. */
const SENTENCE_MARKS = ".,;:!?)]}";

const withoutMarks = (address: string): string => {
  let end = address.length;
  while (end > 0 && SENTENCE_MARKS.includes(address.charAt(end - 1))) end--;
  return address.slice(0, end);
};

/** Text in which addresses of the web are links. */
const linked = (text: string): string => {
  const pieces: string[] = [];
  let at = 0;
  for (const { index, 0: match } of text.matchAll(ADDRESS)) {
    const address = withoutMarks(match);
    pieces.push(escapeHtml(text.slice(at, index)), `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`);
    at = index + address.length;
  }
  return pieces.join("") + escapeHtml(text.slice(at));
};

/** A line of flowed text without its marks of quotation, whose number is `depth`, and without the blank that was stuffed. */
interface FlowedLine {
  readonly depth: number;
  readonly text: string;
}

/** Marks of quotation in each other that are distinguished. */
const DEPTH_LIMIT = 50;
const SIGNATURE = "-- ";

const flowedLine = (line: string): FlowedLine => {
  const depth = /^>*/.exec(line)?.[0].length ?? 0;
  return { depth: Math.min(depth, DEPTH_LIMIT), text: line.slice(depth).replace(/^ /, "") };
};

/** Flowed text (RFC 3676) as paragraphs: a line that ends with a blank goes on in the next one of the same depth. */
const paragraphsOf = (text: string, dropsSpace: boolean): FlowedLine[] => {
  const paragraphs: FlowedLine[] = [];
  let open: string[] = [];
  let openDepth = -1;
  const close = () => {
    if (openDepth >= 0) paragraphs.push({ depth: openDepth, text: open.join("") });
    [open, openDepth] = [[], -1];
  };
  for (const line of text.split(/\r?\n/).map(flowedLine)) {
    if (line.depth !== openDepth || line.text === SIGNATURE) close();
    const isSoft = line.text.endsWith(" ") && line.text !== SIGNATURE;
    open.push(isSoft && dropsSpace ? line.text.slice(0, -1) : line.text);
    openDepth = line.depth;
    if (!isSoft) close();
  }
  close();
  return paragraphs;
};

/** Chromium loses text of lines, and of blocks of lines, that are much longer. */
const [LINE_LIMIT_CHARACTERS, BLOCK_LINES] = [20_000, 500];

/** Characters before the end of a piece in which it may end at a blank. */
const BLANK_SEARCH_CHARACTERS = 1000;

/** Where a piece of a line ends that begins at `start`: behind a blank if there is one, and never within a character. */
const pieceEnd = (line: string, start: number): number => {
  const end = start + LINE_LIMIT_CHARACTERS;
  if (end >= line.length) return line.length;
  const blank = line.slice(end - BLANK_SEARCH_CHARACTERS, end).lastIndexOf(" ");
  if (blank >= 0) return end - BLANK_SEARCH_CHARACTERS + blank + 1;
  return /[\ud800-\udbff]/.test(line.charAt(end - 1)) ? end - 1 : end;
};

/** A line, in pieces if it is very long. */
const piecesOf = (line: string): string[] => {
  if (line.length <= LINE_LIMIT_CHARACTERS) return [line];
  const pieces: string[] = [];
  for (let at = 0, end = 0; at < line.length; at = end) {
    end = pieceEnd(line, at);
    pieces.push(line.slice(at, end));
  }
  return pieces;
};

/** Text whose lines stay as they are, in blocks. */
const fixed = (text: string): string => {
  const lines = text.split(/\r\n?|\n/).flatMap(piecesOf);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += BLOCK_LINES)
    blocks.push(`<div>${linked(lines.slice(at, at + BLOCK_LINES).join("\n"))}</div>`);
  return blocks.join("");
};

const flowed = (text: string, dropsSpace: boolean): string => {
  const pieces: string[] = [];
  let depth = 0;
  for (const paragraph of paragraphsOf(text, dropsSpace)) {
    for (; depth < paragraph.depth; depth++) pieces.push("<blockquote>");
    for (; depth > paragraph.depth; depth--) pieces.push("</blockquote>");
    for (const piece of piecesOf(paragraph.text)) pieces.push(`<div>${linked(piece) || "<br>"}</div>`);
  }
  return pieces.join("") + "</blockquote>".repeat(depth);
};

/** How a text breaks its lines. */
interface TextForm {
  readonly text: string;
  readonly isFlowed: boolean;
  readonly dropsSpace: boolean;
}

/** Controls but tabs and line ends, which Chromium draws as boxes. */
const CONTROLS = /(?![\t\r\n])[\p{Cc}]/gu;

/** Plain text as HTML: flowed text in paragraphs and quotations, other text as it stands. */
export const textHtml = ({ text, isFlowed, dropsSpace }: TextForm): string => {
  const clean = text.replace(CONTROLS, "");
  return `<div class="text">${isFlowed ? flowed(clean, dropsSpace) : fixed(clean)}</div>`;
};
