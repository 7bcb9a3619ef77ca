import type { Deadline } from "./deadline.ts";
import { ConnectionError } from "./errors.ts";
import { networkFailure } from "./exchange.ts";

/** The length that an answer announces of its body; NaN if it announces none, or if the body is encoded. */
const announcedLength = ({ headers }: Response): number =>
  headers.has("content-encoding") ? Number.NaN : Number(headers.get("content-length") ?? Number.NaN);

/** The body of an answer as it arrives. It fails with a ConnectionError if the connection is lost before its end. */
export const arriving = (response: Response, deadline: Deadline): ReadableStream<Uint8Array> => {
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  const announced = announcedLength(response);
  let size = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          size += value.length;
          controller.enqueue(value);
        } else if (size < announced) throw new Error(`${size} of ${announced} bytes have arrived.`);
        else controller.close();
      } catch (error) {
        controller.error(error instanceof ConnectionError ? error : networkFailure(error, deadline));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
};
