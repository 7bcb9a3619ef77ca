/** Calls `work` for each entry, `atOnce` of them at a time. */
export const eachOf = async <Entry>(
  entries: readonly Entry[],
  atOnce: number,
  work: (entry: Entry, index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const walk = async () => {
    while (next < entries.length) {
      const index = next++;
      await work(entries[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
};
