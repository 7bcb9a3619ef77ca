import { bytesAt, dictAt, dictOf } from "../access.ts";
import { fieldValue, valueText } from "../appearances/field-values.ts";
import { attachedFiles } from "../attached-files.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { readUsage } from "../compress/read-usage.ts";
import { describeFields, formFields } from "../form-fields/form-values.ts";
import { type Dict, Stream } from "../objects.ts";
import { pdfaName } from "../pdfa-claim.ts";
import { pdfuaPart } from "../pdfua-claim.ts";
import { reachableObjects } from "../reachable-objects.ts";
import type { Document } from "../read/open.ts";
import { permissionsOf } from "../security/permissions.ts";
import { describeEInvoice } from "./e-invoice.ts";
import { describePages } from "./pages.ts";
import { bytesByKind, describeFonts, describePictures } from "./streams.ts";

/** Properties of the information dictionary (ISO 32000-2, table 349), by the names that a caller sees. */
const PROPERTIES = {
  title: "Title",
  author: "Author",
  subject: "Subject",
  keywords: "Keywords",
  creator: "Creator",
  producer: "Producer",
  created: "CreationDate",
  modified: "ModDate",
} as const;

/** Some writers leave out the `D:` that begins a date, which then has a day at least. */
const DATE = /^(?:D:|(?=\d{8}))(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?/;

/** A date (ISO 32000-2, 7.9.4) as ISO 8601 has it; another text as it is. */
const dateText = (text: string): string => {
  const parts = DATE.exec(text);
  if (parts === null) return text;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", utc, hours, minutes = "00"] =
    parts;
  const zone = hours === undefined ? (utc ?? "") : `${hours}:${minutes}`;
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // Another day or hour than the one that is stated means that there is no such one.
  const isReal =
    new Date(`${date}Z`).toString() !== "Invalid Date" && new Date(`${date}Z`).toISOString().startsWith(date);
  return isReal ? date + zone : text;
};

/** A text without the U+0000 with which some writers end it. */
const textAt = (dict: Dict | undefined, key: string, budget: Budget): string | undefined => {
  const text = valueText(bytesAt(dict, key), budget);
  let end = text?.length ?? 0;
  while (text?.[end - 1] === "\0") end--;
  return text?.slice(0, end);
};

const describeProperties = (info: Dict | undefined, budget: Budget): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(PROPERTIES).flatMap(([name, key]) => {
      const text = textAt(info, key, budget);
      if (text === undefined || text === "") return [];
      return [[name, key.endsWith("Date") ? dateText(text) : text]];
    }),
  );

const describeSignatures = (form: Dict | undefined, budget: Budget) =>
  formFields(form, budget).flatMap(({ name, kind, field }) => {
    const value = dictOf(fieldValue(field, "V"));
    if (kind !== "signature" || value === undefined) return [];
    const [signer, reason, date] = [
      textAt(value, "Name", budget),
      textAt(value, "Reason", budget),
      textAt(value, "M", budget),
    ];
    return [
      { field: name, ...(signer && { signer }), ...(reason && { reason }), ...(date && { date: dateText(date) }) },
    ];
  });

const describeAttachments = (catalog: Dict, budget: Budget) =>
  attachedFiles(catalog, budget).map(({ name, statedSize, type, relationship, description }) => ({
    name,
    ...(statedSize !== undefined && { size: statedSize }),
    ...(type !== undefined && { type }),
    ...(relationship !== undefined && { relationship }),
    ...(description !== undefined && { description }),
  }));

/** What a document is and holds, as JSON has it. */
export const describeDocument = (document: Document, budget: Budget): Readonly<Record<string, unknown>> => {
  const { catalog, pages, info, version, encryption, protection } = document;
  const form = dictAt(catalog, "AcroForm");
  const language = textAt(catalog, "Lang", budget);
  const [pdfA, pdfUa] = [pdfaName(catalog, budget), Number(pdfuaPart(catalog, budget)) || undefined];
  const eInvoice = describeEInvoice(catalog, budget);
  const facts = {
    version,
    ...describeProperties(info, budget),
    ...(language && { language }),
    isTagged: dictAt(catalog, "StructTreeRoot") !== undefined,
    ...(pdfA !== undefined && { pdfA }),
    ...(pdfUa !== undefined && { pdfUa }),
    ...(encryption !== undefined && {
      encryption: {
        cipher: encryption.cipher,
        needsPassword: protection === "password",
        permissions: permissionsOf(encryption.permissionBits),
      },
    }),
    pages: describePages(document, budget),
    signatures: describeSignatures(form, budget),
    formFields: describeFields(form, budget),
    attachments: describeAttachments(catalog, budget),
    ...(eInvoice !== undefined && { eInvoice }),
    fonts: describeFonts(document),
  };
  // Last, because it may use up the budget. What was found until then depends on the speed of the machine, so it is left out.
  const usage = readUsage(document, budget);
  if (!usage.isComplete && budget.isQuick)
    throw new OverBudget("The PDF holds more content than a quick thread reads.");
  const sizes = usage.isComplete ? usage.imageSizes : new Map();
  const streams = reachableObjects([catalog, ...pages]).flatMap(({ value }) =>
    value instanceof Stream ? [value] : [],
  );
  return {
    ...facts,
    pictures: describePictures(streams, sizes),
    bytes: bytesByKind(document, streams),
  };
};
