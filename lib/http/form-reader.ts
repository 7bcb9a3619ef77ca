import { ServiceError } from "../errors/service-error.ts";

/** A part of a form: its head, whose lines each begin with CRLF, and the offsets of its content; `end` is exclusive. */
export interface PartPosition {
  readonly head: string;
  readonly begin: number;
  readonly end: number;
}

const HEAD_END = "\r\n\r\n";
const NAMED_PART = /^content-disposition:[ \t]*form-data[^\r\n]*;[ \t]*name=("[^"\r\n]+"|[^\s";]+)/im;
/** Deprecated by RFC 7578, section 4.7. */
const ENCODED_PART = /^content-transfer-encoding:(?![ \t]*(?:7bit|8bit|binary)[ \t]*$)/im;
const FILE_PART = /filename|^content-type:(?!\s*text\/plain)/im;
const PART_HEAD_LIMIT_BYTES = 8192;
const [TAB, LF, CR, SPACE, DASH] = [9, 10, 13, 32, 45];

/** Maximum number of blanks after a delimiter on its line (RFC 2046, section 5.1.1 sets none). */
const DELIMITER_PADDING_LIMIT_BYTES = 100;

/** Maximum number of parts of a form. */
export const PARTS_LIMIT = 110;

export const malformed = (what: string) => new ServiceError("INVALID_REQUEST", `The form is malformed: ${what}.`);

/** Reads on in the bytes and returns the next step; undefined if it needs more bytes. */
type ReadStep = (bytes: Buffer) => ReadStep | undefined;

/**
 * Finds the parts of a form while it arrives, in one pass and without copying (RFC 2046, section 5.1.1). It stops at the
 * first mistake. The parser that runs after it would crash or hang on the forms that are refused here.
 */
export class FormReader {
  readonly #delimiter: Buffer;
  readonly #opening: Buffer;
  readonly #parts: PartPosition[] = [];
  #step: ReadStep;
  /** The offset at which the current step begins, and the offset from which it has to search on. */
  #start = 0;
  #at = 0;
  #head = "";
  #fileBytes = 0;
  #mistake = "";

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#opening = this.#delimiter.subarray(2);
    this.#step = this.#preamble;
  }

  /** Reads to the end of the bytes that have arrived; each call passes the same bytes and more. Returns the bytes of files so far. */
  read(arrived: Buffer): number {
    for (let next = this.#step(arrived); next !== undefined; next = this.#step(arrived)) this.#step = next;
    const isInFile = this.#step === this.#content && FILE_PART.test(this.#head);
    return isInFile ? this.#fileBytes + Math.max(0, this.#at - this.#start) : this.#fileBytes;
  }

  /** The parts of a form that has arrived completely. Throws INVALID_REQUEST if it is malformed. */
  parts(): readonly PartPosition[] {
    if (this.#step === this.#preamble) this.#mistake = "its boundary is not in the body";
    else if (this.#step !== this.#end) this.#mistake = "it ends before its last delimiter";
    if (this.#mistake !== "") throw malformed(this.#mistake);
    return this.#parts;
  }

  readonly #end: ReadStep = () => undefined;

  readonly #preamble: ReadStep = (bytes) => {
    const { length } = this.#opening;
    if (bytes.length < length) return undefined;
    const isFirst = this.#at === 0 && bytes.subarray(0, length).equals(this.#opening);
    if (isFirst) return this.#goTo(this.#lineEnd, length);
    return this.#seek(bytes, this.#delimiter) < 0
      ? undefined
      : this.#goTo(this.#lineEnd, this.#at + this.#delimiter.length);
  };

  readonly #lineEnd: ReadStep = (bytes) => {
    let end = this.#start;
    const limit = end + DELIMITER_PADDING_LIMIT_BYTES;
    while (end < limit && (bytes[end] === SPACE || bytes[end] === TAB)) end++;
    if (bytes.length < end + 2) return undefined;
    const [first, second] = [bytes[end], bytes[end + 1]];
    if (end === this.#start && first === DASH && second === DASH)
      return this.#parts.length === 0 ? this.#refuse("it has no part") : this.#end;
    return first === CR && second === LF ? this.#goTo(this.#partHead, end) : this.#refuse("a delimiter is broken");
  };

  readonly #partHead: ReadStep = (bytes) => {
    const end = this.#seek(bytes, HEAD_END);
    if (this.#at - this.#start > PART_HEAD_LIMIT_BYTES)
      return this.#refuse(`the headers of a part have more than ${PART_HEAD_LIMIT_BYTES / 1024} KB`);
    if (end < 0) return undefined;
    if (bytes.subarray(this.#start, end).includes(this.#delimiter)) return this.#refuse("a part has no headers");
    this.#head = bytes.toString("latin1", this.#start, end);
    if (!NAMED_PART.test(this.#head)) return this.#refuse("a part has no name");
    if (ENCODED_PART.test(this.#head)) return this.#refuse("a part has a Content-Transfer-Encoding");
    if (this.#parts.length >= PARTS_LIMIT) return this.#refuse(`it has more than ${PARTS_LIMIT} parts`);
    const step = this.#goTo(this.#content, end + HEAD_END.length);
    // The line end that closes the head may also begin the next delimiter; then the part has no content.
    this.#at = end + 2;
    return step;
  };

  readonly #content: ReadStep = (bytes) => {
    const place = this.#seek(bytes, this.#delimiter);
    if (place < 0) return undefined;
    const end = Math.max(this.#start, place);
    this.#parts.push({ head: this.#head, begin: this.#start, end });
    if (FILE_PART.test(this.#head)) this.#fileBytes += end - this.#start;
    return this.#goTo(this.#lineEnd, place + this.#delimiter.length);
  };

  #goTo(step: ReadStep, position: number): ReadStep {
    this.#start = position;
    this.#at = position;
    return step;
  }

  #refuse(mistake: string): ReadStep {
    this.#mistake = mistake;
    return this.#end;
  }

  /** Searches a mark. Bytes at the end that may be its beginning are searched again when more bytes have arrived. */
  #seek(bytes: Buffer, mark: Buffer | string): number {
    const place = bytes.indexOf(mark, this.#at, "latin1");
    this.#at = place < 0 ? Math.max(this.#at, bytes.length - mark.length + 1) : place;
    return place;
  }
}
