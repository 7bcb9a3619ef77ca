import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import type { BodyDescription } from "./stored-body.ts";

/** Bytes that a body of each type may have for any endpoint; the limit of its endpoint is checked later. */
const BODY_LIMITS_BYTES = { json: 200 * MB, form: 101 * MB };

const JSON_TYPE = /^application\/json(;[ -~]{0,200})?$/i;
const FORM_TYPE = /^multipart\/form-data;(?=.*boundary=)[ -~]{1,200}$/i;

/** Whether a text is a content type that some endpoint accepts. */
export const isBodyType = (contentType: string): boolean => JSON_TYPE.test(contentType) || FORM_TYPE.test(contentType);

/** Throws FILE_TOO_LARGE if no endpoint accepts a body of this length. */
export const checkBodyLength = ({ contentType, contentLength }: BodyDescription): void => {
  const most = JSON_TYPE.test(contentType) ? BODY_LIMITS_BYTES.json : BODY_LIMITS_BYTES.form;
  if (contentLength <= most) return;
  throw new ServiceError("FILE_TOO_LARGE", `must be at most ${most} for this type`);
};
