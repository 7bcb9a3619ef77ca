import { PROPERTY, type Properties } from "./properties.ts";

/** An address inside an organisation (X.500), which means nothing to people. */
const INTERNAL_ADDRESS = /^\/o=/i;

/** A person in the usual notation: `Anna Berg <anna@example.com>`. */
export const shownPerson = (name: string, ...addresses: readonly string[]): string => {
  const address = addresses.find((text) => text !== "" && !INTERNAL_ADDRESS.test(text)) ?? "";
  const plainName = name.replace(/^'(.+)'$/, "$1");
  if (plainName === "" || plainName.toLowerCase() === address.toLowerCase()) return address || plainName;
  return address === "" ? plainName : `${plainName} <${address}>`;
};

const RECIPIENT_PREFIX = "__recip_version1.0_";
/** Kinds of recipients (MS-OXOMSG, 2.2.3.1), by their numbers without flags. */
const KINDS = ["", "To", "Cc", "Bcc"] as const;

type RecipientKind = "To" | "Cc" | "Bcc";

export const recipientsOf = (
  message: Properties,
  open: (name: string) => Properties,
): ReadonlyMap<RecipientKind, readonly string[]> => {
  const found = new Map<RecipientKind, string[]>();
  for (const name of message.storage.storageNames.filter((entry) => entry.startsWith(RECIPIENT_PREFIX)).sort()) {
    const recipient = open(name);
    const kind = KINDS[(recipient.number(PROPERTY.recipientType) ?? 1) & 3] || "To";
    const { name: shown, smtp, address } = PROPERTY;
    const person = shownPerson(recipient.text(shown), recipient.text(smtp), recipient.text(address));
    if (person !== "") found.set(kind, [...(found.get(kind) ?? []), person]);
  }
  return found;
};
