import type { Deadline } from "./deadline.ts";
import { exchange, jsonOf } from "./exchange.ts";
import type { Body } from "./form.ts";
import { OPERATIONS } from "./interface/operations.ts";
import type { UploadsAnswer, UploadsInput } from "./interface/schemas.ts";

/** Where a service is, and with which key it is called. */
export interface Service {
  readonly url: string;
  readonly key: string;
}

/** Headers that belong to `fetch`, which writes them from the body itself. */
const isFetchOwn = (name: string): boolean => name.toLowerCase() === "content-length";

/** Sends a body ahead of its request and returns the value of `X-Body-Ref` for it. The key does not go to the body's address. */
export const sendAhead = async (
  { url, key }: Service,
  { type, content }: Body,
  deadline: Deadline,
): Promise<string> => {
  const { method, path } = OPERATIONS.uploads;
  const announced: UploadsInput = { contentType: type, contentLength: content.size };
  const granted = await exchange(
    {
      url: url + path,
      method,
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: new Blob([JSON.stringify(announced)]),
    },
    deadline,
  );
  const grant = (await jsonOf(granted, deadline)) as UploadsAnswer;
  const headers = Object.fromEntries(Object.entries(grant.headers).filter(([name]) => !isFetchOwn(name)));
  await exchange({ url: grant.url, method: "PUT", headers, body: content }, deadline);
  return grant.uploadId;
};
