import { limitedWindows, type WindowForm } from "./window-form.ts";

/** Accepted requests that an account remembers, with credits and without. */
export const REMEMBERED_REQUESTS = { accepted: 60, acceptedUnfunded: 10 } as const;

/** The lists of moments: of requests with credits, and without. */
const LISTS = { accepted: "t", acceptedUnfunded: "z" } as const;

/** Assignments that drop a list's oldest moment and append `:now`. SET reads the values from before the update. */
const shift = (list: string, length: number): string[] =>
  Array.from({ length }, (_, i) => `${list}[${i}]=${i + 1 < length ? `${list}[${i + 1}]` : ":now"}`);

/**
 * Remembers the moments of the last requests in a list of fixed length, as many as the largest limit. The windows slide
 * exactly: with a limit of N, the N-th last request must be older than the window.
 */
export const momentsIn = (kind: keyof typeof LISTS): WindowForm => {
  const [list, length] = [LISTS[kind], REMEMBERED_REQUESTS[kind]];
  const assignments = shift(list, length);
  return {
    count: (limits, now) => {
      const limited = limitedWindows(limits);
      return {
        assignments,
        conditions: limited.map(({ name, limit }) => `${list}[${Math.max(0, length - limit)}] <= :${name}`),
        values: Object.fromEntries([
          [":now", { N: String(now) }],
          ...limited.map(({ name, seconds }) => [`:${name}`, { N: String(now - seconds * 1000) }]),
        ]),
      };
    },
    states: (requests, limits, now) =>
      limitedWindows(limits).map(({ seconds, limit }) => {
        const moments = requests[kind];
        const recent = moments.filter((moment) => moment > now - seconds * 1000);
        return {
          seconds,
          limit,
          used: recent.length,
          roomAt: (moments[Math.max(0, moments.length - limit)] ?? 0) + seconds * 1000,
          releaseAt: recent[0] === undefined ? undefined : recent[0] + seconds * 1000,
        };
      }),
  };
};
