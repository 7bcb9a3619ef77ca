import { ServiceError } from "../errors.ts";

/** A part as it stands in a form: its head, of lines that begin with CRLF, and where its content begins and ends. */
export interface Place {
  readonly head: string;
  readonly begin: number;
  readonly end: number;
}

/** A form's body on its way: more of the same bytes at each look. */
export interface FormWalk {
  /** Goes on to the end of what has come; gives how many bytes of files there have been at least. */
  on(arrived: Buffer): number;
  /** The parts of a form that has come whole; throws INVALID_REQUEST where it is malformed. */
  places(): readonly Place[];
}

const HEAD_END = "\r\n\r\n";
const NAMED = /^content-disposition:[ \t]*form-data[^\r\n]*;[ \t]*name=("[^"\r\n]+"|[^\s";]+)/im;
/** RFC 7578, section 4.7: nobody sends it any more. */
const ENCODED = /^content-transfer-encoding:(?![ \t]*(?:7bit|8bit|binary)[ \t]*$)/im;
const FILE = /filename|^content-type:(?!\s*text\/plain)/im;
const MOST_HEAD_BYTES = 16_384;
const [TAB, LF, CR, SPACE, DASH] = [9, 10, 13, 32, 45];

/** Blanks that transport may have added to a delimiter's line. */
const MOST_PADDING = 100;

/** Parts that a form may have. */
export const MOST_PARTS = 100;

/** What a form is told that is none. */
export const malformed = (what: string) => new ServiceError("INVALID_REQUEST", `The form is malformed: ${what}.`);

/**
 * Walks over a form's delimiters once, while it comes in, without copying (RFC 2046, section 5.1.1). It stops at the
 * first that is not right: the parser behind it crashes or hangs on forms that this refuses.
 */
export const walkForm = (boundary: string): FormWalk => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const opening = delimiter.subarray(2);
  const found: Place[] = [];
  /** Where the step begins, and from where on it has not looked yet. */
  let [start, at] = [0, 0];
  let head = "";
  let files = 0;
  let wrong = "";

  /** A step goes as far as the bytes suffice, and gives the next one; none where more bytes are needed. */
  type Step = (bytes: Buffer) => Step | undefined;
  const to = (step: Step, where: number): Step => {
    start = where;
    at = where;
    return step;
  };
  const refuse = (what: string): Step => {
    wrong = what;
    return nothing;
  };
  const nothing: Step = () => undefined;

  /** Finds a mark; what may be its beginning is looked at again when there is more. */
  const seek = (bytes: Buffer, mark: Buffer | string): number => {
    const place = bytes.indexOf(mark, at, "latin1");
    at = place < 0 ? Math.max(at, bytes.length - mark.length + 1) : place;
    return place;
  };

  const preamble: Step = (bytes) => {
    if (bytes.length < opening.length) return undefined;
    if (at === 0 && bytes.subarray(0, opening.length).equals(opening)) return to(lineEnd, opening.length);
    return seek(bytes, delimiter) < 0 ? undefined : to(lineEnd, at + delimiter.length);
  };

  const lineEnd: Step = (bytes) => {
    let end = start;
    while (end - start < MOST_PADDING && (bytes[end] === SPACE || bytes[end] === TAB)) end++;
    if (bytes.length < end + 2) return undefined;
    const [first, second] = [bytes[end], bytes[end + 1]];
    if (end === start && first === DASH && second === DASH)
      return found.length === 0 ? refuse("it has no part") : nothing;
    return first === CR && second === LF ? to(partHead, end) : refuse("a delimiter is broken");
  };

  const partHead: Step = (bytes) => {
    const end = seek(bytes, HEAD_END);
    if (at - start > MOST_HEAD_BYTES) return refuse("a part's headers are too long");
    if (end < 0) return undefined;
    if (bytes.subarray(start, end).includes(delimiter)) return refuse("a part has no headers");
    head = bytes.toString("latin1", start, end);
    if (!NAMED.test(head)) return refuse("a part has no name");
    if (ENCODED.test(head)) return refuse("a part has a Content-Transfer-Encoding");
    if (found.length >= MOST_PARTS) return refuse(`it has more than ${MOST_PARTS} parts`);
    const step = to(content, end + HEAD_END.length);
    // The line end that closes the head may open the next delimiter: there is no content then.
    at = end + 2;
    return step;
  };

  const content: Step = (bytes) => {
    const place = seek(bytes, delimiter);
    if (place < 0) return undefined;
    const end = Math.max(start, place);
    found.push({ head, begin: start, end });
    if (FILE.test(head)) files += end - start;
    return to(lineEnd, place + delimiter.length);
  };

  let step: Step = preamble;
  return {
    on: (arrived) => {
      for (let next = step(arrived); next !== undefined; next = step(arrived)) step = next;
      return step === content && FILE.test(head) ? files + Math.max(0, at - start) : files;
    },
    places: () => {
      if (step !== nothing) wrong = step === preamble ? "its boundary is not in the body" : UNFINISHED;
      if (wrong !== "") throw malformed(wrong);
      return found;
    },
  };
};

const UNFINISHED = "it ends before its last delimiter";
