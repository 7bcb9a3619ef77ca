/**
 * Runs in the page, so it uses nothing from outside itself: waits for the load event, the selector, script's drawing,
 * fonts and images, each within its bound.
 *
 * @param {{ selector?: string, timeout: number, patience: { load: number, frames: number, assets: number } }} wishes
 * @returns {Promise<{ selectorSeen: boolean, gaveWay: string[], elements: number }>}
 */
export const settle = async ({ selector, timeout, patience }) => {
  const gaveWay = [];
  const within = async (name, milliseconds, wait) => {
    const late = new Promise((resolve) => setTimeout(resolve, milliseconds, false));
    const done = await Promise.race([wait.then(() => true), late]);
    if (!done) gaveWay.push(name);
    return done;
  };
  const frame = () => new Promise(requestAnimationFrame);
  const loaded = async () => {
    if (document.readyState === "complete") return;
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  };
  const seen = () =>
    new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector(selector)) return;
        watch.disconnect();
        resolve();
      };
      const watch = new MutationObserver(look);
      watch.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
      look();
    });
  const images = () => Promise.allSettled([...document.images].map((image) => image.decode()));
  await within("load", patience.load, loaded());
  const lazy = document.querySelectorAll("[loading=lazy]");
  for (const element of lazy) element.loading = "eager";
  const selectorSeen = selector === undefined || (await within("selector", timeout, seen()));
  // A lazy image that no frame has seen made eager would hold the print up for two seconds.
  const frames = document.scripts.length > 0 || lazy.length > 0;
  if (frames) await within("frames", patience.frames, frame().then(frame));
  await within("assets", patience.assets, Promise.all([document.fonts.ready, images()]));
  return { selectorSeen, gaveWay, elements: document.getElementsByTagName("*").length };
};
