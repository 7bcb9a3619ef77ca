/**
 * Runs in the page, so it uses nothing from outside itself: makes each body that is wider than the paper smaller, because what
 * stands beside the paper is lost.
 *
 * @param {number} width The width of the printed area in CSS pixels.
 * @param {number} leastZoom The smallest factor.
 * @param {number} count How many bodies there are; throws an Error if the page does not have all.
 */
export const fitBodies = (width, leastZoom, count) => {
  const messages = [...document.querySelectorAll(".message")];
  if (messages.length !== count || messages.some(({ firstElementChild: body }) => !body?.shadowRoot))
    throw new Error("The page does not have all messages.");
  document.body.style.width = `${width}px`;
  for (const { firstElementChild: body } of messages) {
    if (body.scrollWidth > body.clientWidth + 1)
      body.style.zoom = String(Math.max(leastZoom, body.clientWidth / body.scrollWidth));
  }
  document.body.style.width = "";
};
