/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: counts the page's uncaught errors and what
 * it writes with `console.error`.
 */
export const useCountedErrors = () => {
  let count = 0;
  Object.defineProperty(window, Symbol.for("consoleErrors"), { get: () => count });
  const { error } = console;
  console.error = (...values) => {
    count++;
    error.apply(console, values);
  };
  const add = () => count++;
  const listen = () => {
    for (const type of ["error", "unhandledrejection"]) window.addEventListener(type, add);
  };
  listen();
  // A document that is set as text opens this one anew, which removes its listeners.
  new MutationObserver((_records, observer) => {
    observer.disconnect();
    listen();
  }).observe(document, { childList: true });
};
