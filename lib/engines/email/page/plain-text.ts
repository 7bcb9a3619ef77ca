import { escapeHtml } from "../../escape-html.ts";

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]{1,2000}/g;
/** Marks that end a sentence and not a URL. */
const SENTENCE_MARKS = ".,;:!?)]}";

const withoutMarks = (address: string): string => {
  let end = address.length;
  while (end > 0 && SENTENCE_MARKS.includes(address.charAt(end - 1))) end--;
  return address.slice(0, end);
};

/** Text as HTML in which URLs are links. */
const linkedHtml = (text: string): string => {
  const pieces: string[] = [];
  let at = 0;
  for (const { index, 0: match } of text.matchAll(ADDRESS)) {
    const address = withoutMarks(match);
    pieces.push(escapeHtml(text.slice(at, index)), `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`);
    at = index + address.length;
  }
  return pieces.join("") + escapeHtml(text.slice(at));
};

/** A line of flowed text without its quote marks, whose number is `depth`, and without space-stuffing. */
interface FlowedLine {
  readonly depth: number;
  readonly text: string;
}

/** Levels of quotation that are distinguished. */
const DEPTH_LIMIT = 50;
const SIGNATURE = "-- ";

const flowedLine = (line: string): FlowedLine => {
  const depth = /^>*/.exec(line)?.[0].length ?? 0;
  return { depth: Math.min(depth, DEPTH_LIMIT), text: line.slice(depth).replace(/^ /, "") };
};

/** Joins flowed text (RFC 3676) to paragraphs: a line that ends with a space continues in the next line of the same depth. */
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

/** Chromium loses text of much longer lines. */
const LINE_LIMIT_CHARACTERS = 20_000;

/** Chromium loses text of much longer blocks. */
const BLOCK_LIMIT_LINES = 500;

/** The characters at the end of a piece in which a blank to break at is searched. */
const BLANK_SEARCH_CHARACTERS = 1000;

/** The end of the piece of a line that begins at `start`: behind a blank if there is one, and never within a character. */
const pieceEnd = (line: string, start: number): number => {
  const end = start + LINE_LIMIT_CHARACTERS;
  if (end >= line.length) return line.length;
  const blank = line.slice(end - BLANK_SEARCH_CHARACTERS, end).lastIndexOf(" ");
  if (blank >= 0) return end - BLANK_SEARCH_CHARACTERS + blank + 1;
  return /[\ud800-\udbff]/.test(line.charAt(end - 1)) ? end - 1 : end;
};

const piecesOf = (line: string): string[] => {
  if (line.length <= LINE_LIMIT_CHARACTERS) return [line];
  const pieces: string[] = [];
  for (let at = 0, end = 0; at < line.length; at = end) {
    end = pieceEnd(line, at);
    pieces.push(line.slice(at, end));
  }
  return pieces;
};

/** Text with its own line breaks as HTML. */
const fixedHtml = (text: string): string => {
  const lines = text.split(/\r\n?|\n/).flatMap(piecesOf);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += BLOCK_LIMIT_LINES)
    blocks.push(`<div>${linkedHtml(lines.slice(at, at + BLOCK_LIMIT_LINES).join("\n"))}</div>`);
  return blocks.join("");
};

const flowedHtml = (text: string, dropsSpace: boolean): string => {
  const pieces: string[] = [];
  let depth = 0;
  for (const paragraph of paragraphsOf(text, dropsSpace)) {
    for (; depth < paragraph.depth; depth++) pieces.push("<blockquote>");
    for (; depth > paragraph.depth; depth--) pieces.push("</blockquote>");
    for (const piece of piecesOf(paragraph.text)) pieces.push(`<div>${linkedHtml(piece) || "<br>"}</div>`);
  }
  return pieces.join("") + "</blockquote>".repeat(depth);
};

interface TextForm {
  readonly text: string;
  readonly isFlowed: boolean;
  readonly dropsSpace: boolean;
}

/** Controls that Chromium draws as boxes: all but tabs and line ends. */
const CONTROLS = /(?![\t\r\n])[\p{Cc}]/gu;

/** Plain text as HTML: flowed text in paragraphs and quotations, other text with its own line breaks. */
export const textHtml = ({ text, isFlowed, dropsSpace }: TextForm): string => {
  const clean = text.replace(CONTROLS, "");
  return `<div class="text">${isFlowed ? flowedHtml(clean, dropsSpace) : fixedHtml(clean)}</div>`;
};
