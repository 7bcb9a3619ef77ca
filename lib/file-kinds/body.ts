import { ServiceError } from "../errors.ts";
import type { BodyDescription } from "../stored-bodies/stored-body.ts";

const MB = 1024 * 1024;

/** Bytes that a body of each type may have at most, whichever endpoint it is for; the endpoint's own limit is held later. */
const MOST = { json: 200 * MB, form: 101 * MB };

const JSON_TYPE = /^application\/json(;[ -~]{0,200})?$/i;
const FORM_TYPE = /^multipart\/form-data;(?=.*boundary=)[ -~]{1,200}$/i;

/** Whether a text is a content type that some endpoint takes. */
export const isBodyType = (contentType: string): boolean => JSON_TYPE.test(contentType) || FORM_TYPE.test(contentType);

/** Throws FILE_TOO_LARGE where no endpoint takes a body of this length. */
export const checkLength = ({ contentType, contentLength }: BodyDescription): void => {
  const most = JSON_TYPE.test(contentType) ? MOST.json : MOST.form;
  if (contentLength <= most) return;
  throw new ServiceError("FILE_TOO_LARGE", `must be at most ${most} for this type`);
};
