import {
  boolean,
  contract,
  described,
  either,
  fields,
  jsonPart,
  LIST_PART_LIMIT_BYTES,
  list,
  MB,
  none,
  optional,
  record,
  text,
} from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { fillPdf } from "../../lib/engines/pdf-engine.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";

const FAULT = "must be a text, true, false, null or a list of texts";

const values = described(record(either(either(text(), boolean(), FAULT), either(list(text()), none(), FAULT), FAULT)), {
  description:
    "The value of each field by its full name: a text; `true` or `false` for a check box; the name of a radio button; an option or a list of options; `null` for no value.",
  examples: [{ name: "Ada", newsletter: true }],
});

export const fill = contract({
  path: "/pdf/fill",
  summary: "Fill the form of a PDF file",
  description:
    "With `Accept: application/json` the answer lists the fields of the form (`formFields`), also if none is filled. Scripts of the form do not run.",
  accepts: {
    form: fields({
      file: pdfPart,
      fields: optional(jsonPart(values, LIST_PART_LIMIT_BYTES)),
      flatten: optional(
        jsonPart(
          described(boolean(), { description: "Whether the fields become a part of the pages.", default: false }),
        ),
      ),
      password: passwordPart,
    }),
  },
  example: { form: { file: "@samples/form.pdf", fields: { name: "Ada", newsletter: true } } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "filled.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(fill, async (input, signal) => {
  const { file, fields: values = {}, flatten = false, password } = input;
  return {
    ...(await fillPdf.run({ bytes: file.bytes, field: "file", password, values, flatten }, signal)),
    headers: { "X-Pdf-Engine": fillPdf.name },
  };
});
