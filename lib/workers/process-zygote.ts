import { fileURLToPath } from "node:url";

/**
 * The library of `layers/process-zygote`. A process that loads it first becomes a zygote: it forks processes that go on with all its
 * threads.
 */
export const ZYGOTE_LIBRARY = fileURLToPath(new URL("./process-zygote.so", import.meta.url));

/** The descriptor by which such a zygote receives requests, after the two that are others in each fork. */
export const ZYGOTE_CHANNEL = 5;

const NUMBER_BYTES = 4;
/** `struct request` of `layers/process-zygote/zygote.h`: three numbers and a path. */
export const REQUEST_BYTES = 268;
const HOME_BYTES = REQUEST_BYTES - 3 * NUMBER_BYTES;

const ANY_PROCESSOR = -1;

/** What a fork has of its own. */
interface ForkDetails {
  /** The only port that it may connect to; none by default. */
  readonly port?: number;
  /** The place of its processor among those that it may use; all by default. */
  readonly processor?: number;
  /** Its folder, in the place of the zygote's; none by default. */
  readonly home?: string;
}

/** The bytes that follow the number of a request for a fork. Throws an Error if the folder's path is too long. */
export const forkDetails = ({ port = 0, processor = ANY_PROCESSOR, home = "" }: ForkDetails): Buffer => {
  // A zero byte ends the path.
  if (Buffer.byteLength(home) >= HOME_BYTES) throw new Error("The temporary folder's path is too long.");
  const details = Buffer.alloc(REQUEST_BYTES - NUMBER_BYTES);
  details.writeInt32LE(port);
  details.writeInt32LE(processor, NUMBER_BYTES);
  details.write(home, 2 * NUMBER_BYTES);
  return details;
};

/** The variables that make a process a zygote. Its forks put up `walls`, as `wallsOfForks` returns them. */
export const zygoteVariables = (walls: string | undefined): Record<string, string> => ({
  LD_PRELOAD: ZYGOTE_LIBRARY,
  ZYGOTE_CHANNEL: String(ZYGOTE_CHANNEL),
  ...(walls !== undefined && { FORK_WALLS: walls }),
});
