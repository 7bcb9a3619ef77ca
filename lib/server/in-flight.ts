import { ServiceError } from "../errors.ts";
import { hungUp } from "./body.ts";

/** Bytes of request bodies that the server holds at once, over all requests. */
const MOST = 512 * 1024 * 1024;

let held = 0;

/** Bytes of request bodies that the server holds at this moment. */
export const heldBytes = (): number => held;

/**
 * Counts bytes of one request's body, until they are released: from then on `add` throws the error of a caller who has
 * gone. It throws SERVICE_UNAVAILABLE where all bodies together would be too many.
 */
export const holdBytes = (): { add: (bytes: number) => void; release: () => void } => {
  let mine = 0;
  let isOver = false;
  return {
    add: (bytes) => {
      if (isOver) throw hungUp();
      if (held + bytes > MOST) {
        throw new ServiceError("SERVICE_UNAVAILABLE", "The service holds too many large requests.", { retryAfter: 5 });
      }
      held += bytes;
      mine += bytes;
    },
    release: () => {
      isOver = true;
      held -= mine;
      mine = 0;
    },
  };
};
