/**
 * Runs in a world of the page, so it uses nothing from outside itself: stops what would change the page while a picture is made
 * of it: the timers and frames of its scripts, animations of SVG, and the blinking cursor of a text field. Timers are numbered
 * from 1 in the document, whichever world sets them.
 */
export const stopMotion = () => {
  const cancelAll = (last, cancel) => {
    for (let id = 1; id <= last; id++) cancel(id);
  };
  const idle = () => {};
  cancelAll(setTimeout(idle), clearTimeout);
  cancelAll(requestAnimationFrame(idle), cancelAnimationFrame);
  cancelAll(requestIdleCallback(idle), cancelIdleCallback);
  for (const svg of document.querySelectorAll("svg")) svg.pauseAnimations?.();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { caret-color: transparent !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
