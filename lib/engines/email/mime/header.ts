import { type Address, addressParser } from "postal-mime";
import type { HeaderField } from "../message.ts";
import { decodeEncodedWords, withUtf8Words } from "./encoded-words.ts";
import type { MimePart } from "./tree.ts";

/** Characters of a header field that are shown: more than ten thousand addresses. */
const FIELD_LIMIT_CHARACTERS = 1_000_000;

/** The header fields that are shown, in this order. */
const SHOWN_FIELDS: readonly (readonly [name: string, hasAddresses: boolean])[] = [
  ["From", true],
  ["Sender", true],
  ["Reply-To", true],
  ["To", true],
  ["Cc", true],
  ["Bcc", true],
  ["Date", false],
];

/** The value of the first header field with a name. */
export const headerFieldOf = ({ headers }: MimePart, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

/** An address as people write it: `Anna Berg <anna@example.com>`. */
const shownAddress = (address: Address): string => {
  if (address.group !== undefined) return `${address.name}: ${address.group.map(shownAddress).join(", ")};`;
  const { name, address: mailbox } = address;
  if (name === "" || name === mailbox) return mailbox;
  return mailbox === "" ? name : `${name} <${mailbox}>`;
};

const shownAddresses = (value: string): string => {
  const addresses = addressParser(withUtf8Words(value.slice(0, FIELD_LIMIT_CHARACTERS)))
    .map(shownAddress)
    .join(", ");
  return addresses === "" ? decodeEncodedWords(value) : addresses;
};

/** The header fields that are shown. Sender and Reply-To are among them only if they differ from From. */
export const shownHeader = (part: MimePart): HeaderField[] => {
  const fields = SHOWN_FIELDS.flatMap(([name, hasAddresses]) => {
    const values = part.headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value);
    const text = (hasAddresses ? shownAddresses(values.join(", ")) : decodeEncodedWords(values[0] ?? "")).trim();
    return text === "" ? [] : [{ name, text: text.slice(0, FIELD_LIMIT_CHARACTERS) }];
  });
  const author = fields.find(({ name }) => name === "From")?.text;
  return fields.filter(({ name, text }) => (name !== "Sender" && name !== "Reply-To") || text !== author);
};

export const subjectOf = (part: MimePart): string =>
  decodeEncodedWords(headerFieldOf(part, "subject") ?? "")
    .slice(0, FIELD_LIMIT_CHARACTERS)
    .trim();

/** Obsolete names of time zones that programs still write (RFC 5322, 4.3). */
const ZONES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ wet: "+0000", west: "+0100", bst: "+0100", cet: "+0100", cest: "+0200", met: "+0100", mest: "+0200" },
    ...{ eet: "+0200", eest: "+0300", msk: "+0300", jst: "+0900", akst: "-0900", akdt: "-0800", hst: "-1000" },
  }),
);
const ZONE = /(?:[\d\s][+-]\d\d:?\d\d|\b(?!am|pm)[a-z]{1,10})$/i;

/** Reads a date of a header (RFC 5322, 3.3), which may have a comment at its end; undefined for another text. */
export const dateOf = (text: string | undefined): Date | undefined => {
  if (text === undefined || text.length > 200) return undefined;
  const plain = text
    .replace(/\([^()]*\)/g, "")
    .trim()
    .replace(/[a-z]{3,4}$/i, (name) => ZONES.get(name.toLowerCase()) ?? name);
  // JavaScript reads a time without a zone in the zone of this machine.
  const date = new Date(ZONE.test(plain) ? plain : `${plain} UTC`);
  return Number.isNaN(date.getTime()) ? undefined : date;
};
