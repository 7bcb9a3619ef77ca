import {
  boolean,
  described,
  either,
  fields,
  integer,
  list,
  none,
  number,
  oneOf,
  optional,
  text,
} from "../contract/contract.ts";
import { PERMISSIONS } from "../pdf/security/permissions.ts";

const about = (description: string) => optional(described(text(), { description }));
const bytes = integer(0);
const points = number(0, Number.MAX_SAFE_INTEGER);

const page = fields({
  width: described(points, { description: "Points, as the page is shown." }),
  height: points,
  rotation: described(integer(0, 359), { description: "Degrees, clockwise." }),
  label: about("What readers show as the number of the page."),
});

const formField = fields({
  name: text(),
  type: oneOf(["text", "check", "radio", "choice", "button", "signature"]),
  value: either(either(text(), boolean(), ""), either(list(text()), none(), ""), ""),
  options: optional(list(text())),
  maxLength: optional(integer(0)),
  isReadOnly: optional(boolean()),
  isRequired: optional(boolean()),
});

/** What `/pdf/info` returns. */
export const pdfDescription = described(
  fields({
    version: described(text(), { description: "The version of PDF.", examples: ["1.7"] }),
    title: optional(text()),
    author: optional(text()),
    subject: optional(text()),
    keywords: optional(text()),
    creator: about("The program in which the document was written."),
    producer: about("The program that made the PDF."),
    created: about("A date of ISO 8601."),
    modified: about("A date of ISO 8601."),
    language: optional(text()),
    isTagged: boolean(),
    pdfA: about("The PDF/A that the file claims to be, such as `2b`."),
    pdfUa: optional(described(integer(1), { description: "The part of PDF/UA that the file claims." })),
    encryption: optional(
      fields({
        cipher: oneOf(["RC4", "AES-128", "AES-256"]),
        needsPassword: boolean(),
        permissions: described(list(oneOf(PERMISSIONS)), { description: "What readers let others than the owner do." }),
      }),
    ),
    pages: list(page),
    signatures: list(
      fields({ field: text(), signer: optional(text()), reason: optional(text()), date: optional(text()) }),
    ),
    formFields: list(formField),
    attachments: list(
      fields({
        name: text(),
        size: optional(bytes),
        type: optional(text()),
        relationship: optional(text()),
        description: optional(text()),
      }),
    ),
    eInvoice: optional(
      described(
        fields({
          name: text(),
          conformanceLevel: about("The profile, such as `EN 16931`, if it is one of Factur-X 1.0 or XRechnung."),
          xml: described(text(), { description: "The XML, byte for byte; of at most 4 MB." }),
        }),
        { description: "The invoice of Factur-X, ZUGFeRD or XRechnung that is attached." },
      ),
    ),
    fonts: list(fields({ name: text(), type: text(), isEmbedded: boolean(), isSubset: boolean() })),
    pictures: list(
      fields({
        width: described(integer(0), { description: "Pixels." }),
        height: integer(0),
        filters: list(text()),
        bytes,
        dpi: optional(described(integer(0), { description: "The resolution at the largest place on a page." })),
      }),
    ),
    bytes: described(
      fields({ total: bytes, pictures: bytes, fonts: bytes, content: bytes, attachments: bytes, other: bytes }),
      { description: "The bytes of the file by what they hold." },
    ),
  }),
  { id: "PdfDescription", description: "What a PDF file is and holds." },
);
