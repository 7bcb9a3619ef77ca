/**
 * Runs in the page, so it uses nothing from outside itself: makes each body that is wider than the paper smaller, because what
 * stands beside the paper is lost.
 *
 * @param {number} width The width of the printed area in CSS pixels.
 * @param {number} leastZoom The smallest factor.
 */
export const fitBodies = (width, leastZoom) => {
  document.body.style.width = `${width}px`;
  for (const { firstElementChild: body } of document.querySelectorAll(".message")) {
    if (body.scrollWidth > width + 1) body.style.zoom = String(Math.max(leastZoom, width / body.scrollWidth));
  }
  document.body.style.width = "";
};
