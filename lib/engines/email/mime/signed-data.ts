import { refuseKind } from "../../../office-kinds/refusal.ts";

const [SEQUENCE, OCTETS, OBJECT_ID, CONTEXT_0, CONSTRUCTED_OCTETS] = [0x30, 0x04, 0x06, 0xa0, 0x24];

/** Object identifiers of PKCS #7 (RFC 5652) as their bytes in hexadecimal. */
const CONTENT_TYPES: Readonly<Record<string, "signed" | "encrypted" | "data" | "compressed">> = {
  "2a864886f70d010701": "data",
  "2a864886f70d010702": "signed",
  "2a864886f70d010703": "encrypted",
  "2a864886f70d010704": "encrypted",
  "2a864886f70d010706": "encrypted",
  "2a864886f70d0109100117": "encrypted",
  "2a864886f70d0109100109": "compressed",
};

const DAMAGED = "has an S/MIME part that is damaged";
const NESTING_DEPTH_LIMIT = 20;

/** An element of BER (X.690): its tag, and the bytes between which its content lies. */
interface BerElement {
  readonly tag: number;
  readonly start: number;
  /** Undefined for an element of indefinite length, which ends at an end-of-contents mark. */
  readonly end: number | undefined;
}

const damaged = () => refuseKind(DAMAGED, "document-damaged");

const elementAt = (bytes: Buffer, at: number): BerElement => {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw damaged();
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  if (count === 0) return { tag, start: at + 2, end: undefined };
  if (count > 4 || at + 2 + count > bytes.length) throw damaged();
  const start = at + 2 + count;
  return { tag, start, end: start + bytes.readUIntBE(at + 2, count) };
};

const isEndMark = (bytes: Buffer, at: number): boolean => bytes[at] === 0 && bytes[at + 1] === 0;

/** The place of the next element. */
const endOf = (bytes: Buffer, element: BerElement, depth = 0): number => {
  if (element.end !== undefined) return element.end;
  if (depth === NESTING_DEPTH_LIMIT) throw damaged();
  let at = element.start;
  while (!isEndMark(bytes, at)) at = endOf(bytes, elementAt(bytes, at), depth + 1);
  return at + 2;
};

const expect = (element: BerElement, tag: number): BerElement => {
  if (element.tag !== tag) throw damaged();
  return element;
};

/** The segments of an octet string, which may be constructed of other octet strings. */
const octetsOf = (bytes: Buffer, element: BerElement, depth = 0): Buffer[] => {
  if (element.tag === OCTETS && element.end !== undefined) return [bytes.subarray(element.start, element.end)];
  if (element.tag !== CONSTRUCTED_OCTETS || depth === NESTING_DEPTH_LIMIT) throw damaged();
  const pieces: Buffer[] = [];
  const end = element.end ?? bytes.length;
  for (let at = element.start; at < end && !isEndMark(bytes, at); ) {
    const piece = elementAt(bytes, at);
    for (const octets of octetsOf(bytes, piece, depth + 1)) pieces.push(octets);
    at = endOf(bytes, piece);
  }
  return pieces;
};

const typeAt = (bytes: Buffer, at: number): { type: string | undefined; next: number } => {
  const id = expect(elementAt(bytes, at), OBJECT_ID);
  if (id.end === undefined) throw damaged();
  return { type: CONTENT_TYPES[bytes.toString("hex", id.start, id.end)], next: id.end };
};

/** The kind of an S/MIME part, and the content of a signed one. */
export const readSignedData = (
  bytes: Buffer,
): { readonly kind: "signed" | "encrypted" | "other"; readonly content?: Buffer } => {
  const { type, next } = typeAt(bytes, expect(elementAt(bytes, 0), SEQUENCE).start);
  if (type !== "signed") return { kind: type === "encrypted" ? "encrypted" : "other" };
  const signed = expect(elementAt(bytes, expect(elementAt(bytes, next), CONTEXT_0).start), SEQUENCE);
  const version = elementAt(bytes, signed.start);
  const digests = elementAt(bytes, endOf(bytes, version));
  const holder = expect(elementAt(bytes, endOf(bytes, digests)), SEQUENCE);
  const inner = typeAt(bytes, holder.start);
  if (inner.type === "encrypted") return { kind: "encrypted" };
  if (inner.type !== "data" || bytes[inner.next] !== CONTEXT_0) return { kind: "signed" };
  const content = octetsOf(bytes, elementAt(bytes, elementAt(bytes, inner.next).start));
  return { kind: "signed", content: Buffer.concat(content) };
};
