import { arrivalOf } from "../http/arrival.ts";
import { type Event, headerOf, type Reply } from "../http/exchange.ts";
import { toServiceError } from "../http/to-service-error.ts";
import { outsideReply, recordOutsideRequest } from "./outside.ts";

/** Makes the answer to a GET. It may throw a ServiceError. */
export type PageHandler = (event: Event) => Promise<Reply>;

/** The answer of the page at a path, or its error, with its id, time and trace; it is logged. */
export const answerPage = async (path: string, page: PageHandler, event: Event, method = "GET"): Promise<Reply> => {
  const arrival = arrivalOf({ method, headers: { traceparent: headerOf(event, "traceparent") } });
  try {
    return recordOutsideRequest(await page(event), arrival, { operation: path });
  } catch (error) {
    return outsideReply(toServiceError(error), arrival, {}, path);
  }
};

/** The handler of a page on Lambda. */
export const pageHandler =
  (path: string, page: PageHandler) =>
  (event: Event): Promise<Reply> =>
    answerPage(path, page, event);
