import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import { callerHungUp } from "./body.ts";

/** Bytes of request bodies that the server may hold at once. */
const BODIES_LIMIT_BYTES = 512 * MB;

let held = 0;
const heldByAccount = new Map<string, number>();

/** Bytes of request bodies that the server holds now. */
export const heldBytes = (): number => held;

/**
 * Whether an account may hold `bytes` more: never more than are then left for others. So one account gets half of the
 * memory, and several leave room for one more.
 */
const hasRoom = (account: string, bytes: number): boolean =>
  (heldByAccount.get(account) ?? 0) + bytes <= BODIES_LIMIT_BYTES - held - bytes;

const count = (account: string, bytes: number): void => {
  held += bytes;
  const own = (heldByAccount.get(account) ?? 0) + bytes;
  if (own > 0) heldByAccount.set(account, own);
  else heldByAccount.delete(account);
};

/** The bytes of one request's body. */
interface HeldBytes {
  /** Counts bytes. Throws SERVICE_UNAVAILABLE if the account's share is used, and `callerHungUp` after the release. */
  readonly add: (bytes: number) => void;
  readonly release: () => void;
}

/** Counts the bytes of one request's body until they are released. `accountOf` returns whose request it is. */
export const holdBytes = (accountOf: () => string): HeldBytes => {
  let mine = 0;
  let isOver = false;
  return {
    add: (bytes) => {
      if (isOver) throw callerHungUp();
      const account = accountOf();
      if (!hasRoom(account, bytes)) {
        throw new ServiceError("SERVICE_UNAVAILABLE", "The service holds too many large requests.", {
          reason: "service-busy",
          retryAfter: 5,
        });
      }
      count(account, bytes);
      mine += bytes;
    },
    release: () => {
      isOver = true;
      if (mine > 0) count(accountOf(), -mine);
      mine = 0;
    },
  };
};
