/**
 * Runs in a world of the page, so it uses nothing from outside itself: begins work that may ask how much of a time is left.
 * Returns what comes first: the work's result, or the milliseconds for which it has waited, which are a question. Then
 * `answerQuestion` of the world takes the milliseconds that are left, and returns what comes next.
 *
 * @param {(ask: (waitedMs: number) => Promise<number>) => Promise<unknown>} work
 * @returns {Promise<{ result: unknown } | { waitedMs: number }>}
 */
export const askingWork = (work) => {
  let question = Promise.withResolvers();
  let answer;
  const ask = (waitedMs) => {
    answer = Promise.withResolvers();
    question.resolve({ waitedMs });
    return answer.promise;
  };
  const done = work(ask).then((result) => ({ result }));
  const next = () => Promise.race([done, question.promise]);
  globalThis.answerQuestion = (leftMs) => {
    question = Promise.withResolvers();
    answer.resolve(leftMs);
    return next();
  };
  return next();
};
