import { sampleRequest } from "../sample-requests.ts";

/** A request as API Gateway passes it on, without the key. */
export interface Sample {
  readonly type: string;
  readonly body: Uint8Array;
}

/** The bytes of a request, and their type. */
export const bytesOf = async (content: FormData | object): Promise<Sample> => {
  const isForm = content instanceof FormData;
  const request = new Request("http://x", { method: "POST", body: isForm ? content : JSON.stringify(content) });
  const type = isForm ? request.headers.get("content-type")! : "application/json";
  return { type, body: new Uint8Array(await request.arrayBuffer()) };
};

/** A request that an endpoint serves. */
export const sampleOf = (path: string): Promise<Sample> => bytesOf(sampleRequest(path).content);
