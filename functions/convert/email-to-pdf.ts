import { contract, described, fields, filePart, jsonPart, MB, optional } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { emailToPdf } from "../../lib/engines/email-to-pdf.ts";
import { emailFile } from "../../lib/fields/email-file.ts";
import { emailOptions, PLAIN_EMAIL } from "../../lib/fields/email-options.ts";

export const email = contract({
  path: "/convert/email-to-pdf",
  summary: "Print an e-mail message",
  description:
    "The head of the message, then its body, then the messages in it. Attachments are in the PDF as attachments. Nothing is fetched from the network, so no picture there tells the sender anything; scripts do not run.",
  accepts: {
    form: fields({
      file: described(filePart(emailFile), {
        description: "A message, as MIME (.eml) or from Outlook (.msg). Its content decides which of them it is.",
      }),
      options: optional(jsonPart(emailOptions)),
    }),
  },
  example: { form: { file: "@samples/message.eml" } },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "email.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(email, async ({ file: { bytes }, options: setup = PLAIN_EMAIL }, signal) => ({
  ...(await emailToPdf.run({ bytes, setup }, signal)),
  headers: { "X-Engine": emailToPdf.name },
}));
