/**
 * Runs in the page before its document's scripts, so it uses nothing from outside itself: makes `Math.random` a sequence of its
 * own (xoshiro128++). All forks of one browser would have the same one.
 */
export const useOwnChance = () => {
  const state = crypto.getRandomValues(new Uint32Array(4));
  const rotate = (word, bits) => (word << bits) | (word >>> (32 - bits));
  const next = () => {
    const word = (rotate(state[0] + state[3], 7) + state[0]) >>> 0;
    const shifted = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate(state[3], 11);
    return word;
  };
  Object.assign(Math, {
    random() {
      return (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53;
    },
  });
};
