import { type Address, addressParser } from "postal-mime";
import type { HeadField } from "../message.ts";
import { decodedWords, inReadEncodings } from "./encoded-words.ts";
import type { MimePart } from "./tree.ts";

/** Characters of a field of the head that are shown; more than ten thousand addresses. */
const FIELD_LIMIT_CHARACTERS = 1_000_000;

/** The fields of a message that are shown, in their order; those with addresses are marked. */
const SHOWN_FIELDS: readonly (readonly [name: string, hasAddresses: boolean])[] = [
  ["From", true],
  ["Sender", true],
  ["Reply-To", true],
  ["To", true],
  ["Cc", true],
  ["Bcc", true],
  ["Date", false],
];

/** The value of a field of a part; the first one if there are several. */
export const fieldOf = ({ headers }: MimePart, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

/** An address as people write it: `Anna Berg <anna@example.com>`. */
const shownAddress = (address: Address): string => {
  if (address.group !== undefined) return `${address.name}: ${address.group.map(shownAddress).join(", ")};`;
  const { name, address: mailbox } = address;
  if (name === "" || name === mailbox) return mailbox;
  return mailbox === "" ? name : `${name} <${mailbox}>`;
};

const shownAddresses = (value: string): string => {
  const addresses = addressParser(inReadEncodings(value.slice(0, FIELD_LIMIT_CHARACTERS)))
    .map(shownAddress)
    .join(", ");
  return addresses === "" ? decodedWords(value) : addresses;
};

/** The fields of a message's head that are shown. The sender is among them only if it is not the author. */
export const shownHead = (part: MimePart): HeadField[] => {
  const fields = SHOWN_FIELDS.flatMap(([name, hasAddresses]) => {
    const values = part.headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value);
    const text = (hasAddresses ? shownAddresses(values.join(", ")) : decodedWords(values[0] ?? "")).trim();
    return text === "" ? [] : [{ name, text: text.slice(0, FIELD_LIMIT_CHARACTERS) }];
  });
  const author = fields.find(({ name }) => name === "From")?.text;
  return fields.filter(({ name, text }) => (name !== "Sender" && name !== "Reply-To") || text !== author);
};

export const subjectOf = (part: MimePart): string =>
  decodedWords(fieldOf(part, "subject") ?? "")
    .slice(0, FIELD_LIMIT_CHARACTERS)
    .trim();

/** Zones of time that programs name although no head should (RFC 5322, 4.3). */
const ZONES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ wet: "+0000", west: "+0100", bst: "+0100", cet: "+0100", cest: "+0200", met: "+0100", mest: "+0200" },
    ...{ eet: "+0200", eest: "+0300", msk: "+0300", jst: "+0900", akst: "-0900", akdt: "-0800", hst: "-1000" },
  }),
);
const ZONE = /(?:[\d\s][+-]\d\d:?\d\d|\b(?!am|pm)[a-z]{1,10})$/i;

/** A date of a head (RFC 5322, 3.3), without the comment that may follow it; undefined for another text. */
export const dateOf = (text: string | undefined): Date | undefined => {
  if (text === undefined || text.length > 200) return undefined;
  const plain = text
    .replace(/\([^()]*\)/g, "")
    .trim()
    .replace(/[a-z]{3,4}$/i, (name) => ZONES.get(name.toLowerCase()) ?? name);
  // A time without a zone would be one of this machine.
  const date = new Date(ZONE.test(plain) ? plain : `${plain} UTC`);
  return Number.isNaN(date.getTime()) ? undefined : date;
};
