import { ServiceError } from "../errors.ts";

/** Bytes of request bodies that the server holds at once, over all requests. */
const MOST = 512 * 1024 * 1024;

let held = 0;

/** Bytes of request bodies that the server holds at this moment. */
export const heldBytes = (): number => held;

/** Counts bytes of one request's body; throws SERVICE_UNAVAILABLE where all bodies together would be too many. */
export const holdBytes = (): { add: (bytes: number) => void; release: () => void } => {
  let mine = 0;
  return {
    add: (bytes) => {
      if (held + bytes > MOST) {
        throw new ServiceError("SERVICE_UNAVAILABLE", "The service holds too many large requests.", { retryAfter: 5 });
      }
      held += bytes;
      mine += bytes;
    },
    release: () => {
      held -= mine;
      mine = 0;
    },
  };
};
