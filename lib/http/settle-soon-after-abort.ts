import { raceAbort } from "../turns/race-abort.ts";

/** Milliseconds that aborted work has to end by itself; then the request is answered without it. */
const ABORT_GRACE_MS = 500;

/** Settles as the work does. If the signal is aborted and the work does not end soon after, rejects with the signal's reason. */
export const settleSoonAfterAbort = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  try {
    return await raceAbort(work, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const grace = AbortSignal.timeout(ABORT_GRACE_MS);
    return raceAbort(work, grace).catch((later: unknown) => {
      throw later === grace.reason ? signal.reason : later;
    });
  }
};
