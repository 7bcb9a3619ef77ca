import { asyncCheck, contract, fields, integer, MB, rule, text } from "../lib/contract.ts";
import { endpoint } from "../lib/endpoint.ts";
import { checkBodyLength, isBodyType } from "../lib/file-kinds/body-type.ts";
import { grantUpload } from "../lib/stored-bodies/grant.ts";

export const uploads = contract({
  path: "/uploads",
  summary:
    "Get an address for a body that is too large for the gateway. The request then names the body in X-Body-Ref.",
  accepts: {
    json: fields({
      contentType: text().check(rule(isBodyType, "must be application/json or multipart/form-data with its boundary")),
      contentLength: integer(1),
    }).check(asyncCheck(checkBodyLength, "contentLength")),
  },
  limitBytes: MB,
  credits: 0,
  output: { type: "application/json" },
});

export const handler = endpoint(uploads, async (body, _signal, caller) => ({
  body: Buffer.from(JSON.stringify(await grantUpload(body, caller))),
}));
