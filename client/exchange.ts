import { abortReason, type Deadline } from "./deadline.ts";
import { ConnectionError, PlatenError } from "./errors.ts";

/** A request for `fetch`. */
export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob;
}

const refusalBody = async (response: Response): Promise<Record<string, never>> => {
  try {
    const { error } = (await response.json()) as { error?: Record<string, never> };
    return error ?? {};
  } catch {
    return {}; // a proxy's page
  }
};

/** What a failure of the network throws: the reason of an abort, or a ConnectionError. */
export const networkFailure = (cause: unknown, deadline: Deadline): unknown =>
  deadline.signal.aborted
    ? abortReason(deadline)
    : new ConnectionError("The connection was lost, or could not be made.", { cause });

/** The body of an answer, read as JSON. Throws a ConnectionError if it does not arrive to its end. */
export const jsonOf = async (response: Response, deadline: Deadline): Promise<unknown> => {
  try {
    return await response.json();
  } catch (error) {
    throw networkFailure(error, deadline);
  }
};

const SEE_OTHER = 303;

const send = async ({ url, method, headers, body }: Outgoing, deadline: Deadline): Promise<Response> => {
  try {
    const { signal } = deadline;
    return await fetch(url, { method, headers, signal, redirect: "manual", ...(body && { body }) });
  } catch (error) {
    throw networkFailure(error, deadline);
  }
};

/** The answer that a service has elsewhere, such as a result in a store. It is asked for without the key. */
const elsewhere = async (answer: Response, { url }: Outgoing, deadline: Deadline): Promise<Response> => {
  const location = answer.headers.get("location") ?? "";
  await answer.body?.cancel();
  return send({ url: new URL(location, url).href, method: "GET", headers: {} }, deadline);
};

/**
 * Sends a request once and returns its answer. Throws a PlatenError for an answer that is no success, a ConnectionError if
 * there is none. Only "303 See Other" is followed, once, and without the key: that is for this address alone.
 */
export const exchange = async (
  outgoing: Outgoing,
  deadline: Deadline,
  fields: readonly string[] = [],
): Promise<Response> => {
  const first = await send(outgoing, deadline);
  const response = first.status === SEE_OTHER ? await elsewhere(first, outgoing, deadline) : first;
  if (response.ok) return response;
  throw new PlatenError({
    status: response.status,
    body: await refusalBody(response),
    headers: response.headers,
    fields,
  });
};
