import { asyncCheck, contract, described, fields, integer, MB, record, rule, text } from "../lib/contract/contract.ts";
import { endpoint } from "../lib/endpoint.ts";
import { checkBodyLength, isBodyType } from "../lib/stored-bodies/body-type.ts";
import { grantUpload } from "../lib/stored-bodies/grant.ts";

const grant = fields({
  uploadId: described(text(), { description: "The value of `X-Body-Ref`." }),
  url: described(text(), { description: "Takes the body in one `PUT`.", format: "uri" }),
  headers: described(record(text()), { description: "The headers of the `PUT`." }),
  expiresAt: described(text(), { description: "Until when the `PUT` may begin.", format: "date-time" }),
});

export const uploads = contract({
  path: "/uploads",
  summary: "Send a large body ahead of its request",
  description:
    "Returns an address that takes one body (`PUT`, with the headers of the answer) for 15 minutes. A request to an endpoint then has no body and names the upload in `X-Body-Ref`. It is made for API Gateway, which takes only about 4.7 MB.",
  accepts: {
    json: fields({
      contentType: described(
        text().check(rule(isBodyType, "must be application/json or multipart/form-data with its boundary")),
        {
          description: "The content type of the body: `application/json`, or `multipart/form-data` with its boundary.",
          examples: ["multipart/form-data; boundary=x"],
        },
      ),
      contentLength: described(integer(1), { description: "The bytes of the body.", examples: [1_048_576] }),
    }).check(asyncCheck(checkBodyLength, "contentLength")),
  },
  example: { json: { contentType: "multipart/form-data; boundary=x", contentLength: 1_048_576 } },
  limitBytes: MB,
  credits: 0,
  output: { type: "application/json", schema: grant },
});

export const handler = endpoint(uploads, async (body, _signal, caller) => ({
  body: Buffer.from(JSON.stringify(await grantUpload(body, caller))),
}));
