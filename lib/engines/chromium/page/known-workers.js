/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: notes which workers have yet to answer.
 * They live in real time.
 */
export const useKnownWorkers = () => {
  const waiting = new Set();
  window[Symbol.for("workers")] = waiting;
  window.Worker = class Worker extends window.Worker {
    constructor(...values) {
      super(...values);
      waiting.add(this);
      for (const type of ["message", "messageerror", "error"]) this.addEventListener(type, () => waiting.delete(this));
    }
    postMessage(...values) {
      super.postMessage(...values);
      waiting.add(this);
    }
    terminate() {
      super.terminate();
      waiting.delete(this);
    }
  };
};
