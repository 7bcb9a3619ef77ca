/**
 * Runs in the page, so it uses nothing from outside itself: waits for the load event, the selector, two frames, and fonts
 * and images, each up to its limit in milliseconds. When a limit has passed in real time, it asks how much is left.
 *
 * @param {{ selector?: string, selectorMs: number, limitsMs: { load: number, frames: number, assets: number } }} waits
 * @param {(waitedMs: number) => Promise<number>} ask
 * @returns {Promise<{ hasMatch: boolean, timedOut: string[], elements: number, characters: number }>}
 */
export const waitForPage = async ({ selector, selectorMs, limitsMs }, ask) => {
  const timedOut = [];
  const within = async (name, milliseconds, wait) => {
    const done = wait.then(() => true);
    let left = milliseconds;
    do {
      const late = new Promise((resolve) => setTimeout(resolve, left, false));
      if (await Promise.race([done, late])) return true;
      left = await ask(left);
    } while (left > 0);
    timedOut.push(name);
    return false;
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
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  let characters = 0;
  while (texts.nextNode()) {
    const { data, parentNode } = texts.currentNode;
    if (!/^(?:script|style)$/i.test(parentNode.nodeName)) characters += data.length;
  }
  return { hasMatch, timedOut, elements: document.getElementsByTagName("*").length, characters };
};
