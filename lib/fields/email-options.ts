import { type Accepted, boolean, described, fields, mapped, optional, rule } from "../contract/contract.ts";
import type { EmailSetup } from "../engines/email-to-pdf.ts";
import { PLAIN_PAGE } from "../engines/page-setup.ts";
import { leavesRoom } from "./paper-options.ts";
import { EXAMPLE, paperFields, paperSetup, sizeRules } from "./printed-paper.ts";

const { waitTimeout: _wait, failOnResource: _fail, omitBackground: _omit, ...printedFields } = paperFields;

const attachmentPages = described(boolean(), {
  description: "Also prints the attachments that are PDFs or pictures, each below a bookmark behind the message.",
  default: false,
});

const optionFields = fields({ ...printedFields, attachmentPages: optional(attachmentPages) }, EXAMPLE);

/** How a message is printed if nothing is asked for. */
export const PLAIN_EMAIL: EmailSetup = { ...PLAIN_PAGE, attachmentPages: false };

const setupOf = ({ attachmentPages = false, ...paper }: Accepted<typeof optionFields>): EmailSetup => ({
  ...paperSetup(paper),
  attachmentPages,
});

const isOnlyMessage = rule<{ readonly pdfA?: string | undefined; readonly attachmentPages?: boolean | undefined }>(
  ({ pdfA, attachmentPages = false }) => pdfA === undefined || !attachmentPages,
  "is not for attachmentPages, because pages of other files are no PDF/A",
  "pdfA",
);

/** The options of email to PDF. */
export const emailOptions = described(
  mapped(optionFields.check(...sizeRules, isOnlyMessage), setupOf).check(leavesRoom),
  { id: "EmailOptions", description: "How a message is printed.", examples: [EXAMPLE] },
);
