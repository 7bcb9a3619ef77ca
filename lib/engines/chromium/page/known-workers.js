/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: records which workers still have to
 * answer. Workers run in real time, so virtual time has to wait for them.
 */
export const useKnownWorkers = () => {
  const pending = new Set();
  window[Symbol.for("pendingWorkers")] = pending;
  window.Worker = class Worker extends window.Worker {
    constructor(...values) {
      super(...values);
      pending.add(this);
      for (const type of ["message", "messageerror", "error"]) this.addEventListener(type, () => pending.delete(this));
    }
    postMessage(...values) {
      super.postMessage(...values);
      pending.add(this);
    }
    terminate() {
      super.terminate();
      pending.delete(this);
    }
  };
};
