import { ServiceError } from "../errors.ts";
import { callerHungUp } from "./body.ts";

/** Bytes of request bodies that the server may hold at once. */
const BODIES_LIMIT_BYTES = 512 * 1024 * 1024;

let held = 0;

/** Bytes of request bodies that the server holds now. */
export const heldBytes = (): number => held;

/**
 * Counts the bytes of one request's body until they are released. `add` throws SERVICE_UNAVAILABLE where all bodies
 * together would take too much. After `release` it throws the error for a caller that has hung up.
 */
export const holdBytes = (): { add: (bytes: number) => void; release: () => void } => {
  let mine = 0;
  let isOver = false;
  return {
    add: (bytes) => {
      if (isOver) throw callerHungUp();
      if (held + bytes > BODIES_LIMIT_BYTES) {
        throw new ServiceError("SERVICE_UNAVAILABLE", "The service is processing too many large requests.", {
          retryAfter: 5,
        });
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
