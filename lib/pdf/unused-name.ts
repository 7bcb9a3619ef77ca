/** The name itself if it is not taken, else the name with the first number from 2 that makes it unused. */
export const unusedName = (
  name: string,
  isTaken: (candidate: string) => boolean,
  withNumber: (count: number) => string,
): string => {
  let candidate = name;
  for (let count = 2; isTaken(candidate); count++) candidate = withNumber(count);
  return candidate;
};

/** Names that are taken once each; the same name may be asked for many times. */
export class TakenNames {
  readonly #taken = new Set<string>();
  /** The first number that may be unused, by name. */
  readonly #next = new Map<string, number>();

  /** Reserves the name itself if it is unused, else the name with the first number from 2 that is unused. */
  take(name: string, withNumber: (count: number) => string): string {
    let candidate = name;
    let count = this.#next.get(name) ?? 2;
    for (; this.#taken.has(candidate); count++) candidate = withNumber(count);
    if (candidate !== name) this.#next.set(name, count);
    this.#taken.add(candidate);
    return candidate;
  }
}
