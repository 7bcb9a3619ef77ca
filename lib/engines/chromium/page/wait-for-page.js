/**
 * Runs in the page, so it uses nothing from outside itself: waits for the load event, the selector, two frames, and fonts
 * and images, each up to its limit in milliseconds.
 *
 * @param {{ selector?: string, selectorMs: number, limitsMs: { load: number, frames: number, assets: number } }} waits
 * @returns {Promise<{ hasMatch: boolean, timedOut: string[], elements: number }>}
 */
export const waitForPage = async ({ selector, selectorMs, limitsMs }) => {
  const timedOut = [];
  const within = async (name, milliseconds, wait) => {
    const late = new Promise((resolve) => setTimeout(resolve, milliseconds, false));
    const done = await Promise.race([wait.then(() => true), late]);
    if (!done) timedOut.push(name);
    return done;
  };
  const frame = () => new Promise(requestAnimationFrame);
  const loaded = async () => {
    if (document.readyState === "complete") return;
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  };
  const selectorMatched = () =>
    new Promise((resolve) => {
      const check = () => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        resolve();
      };
      const observer = new MutationObserver(check);
      observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
      check();
    });
  const images = () => Promise.allSettled([...document.images].map((image) => image.decode()));
  await within("load", limitsMs.load, loaded());
  const lazy = document.querySelectorAll("[loading=lazy]");
  for (const element of lazy) element.loading = "eager";
  const hasMatch = selector === undefined || (await within("selector", selectorMs, selectorMatched()));
  // Without a frame, an image that was lazy would delay printing by two seconds.
  const needsFrames = document.scripts.length > 0 || lazy.length > 0;
  if (needsFrames) await within("frames", limitsMs.frames, frame().then(frame));
  await within("assets", limitsMs.assets, Promise.all([document.fonts.ready, images()]));
  return { hasMatch, timedOut, elements: document.getElementsByTagName("*").length };
};
