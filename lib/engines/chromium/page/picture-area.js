/**
 * Runs in a world of the page, so it uses nothing from outside itself: the box of the first element that matches a selector, in
 * CSS pixels of the document; undefined if there is none. Boxes with scroll bars around it show it, the document stays where it
 * is.
 *
 * @param {string} selector
 * @returns {{ x: number, y: number, width: number, height: number } | undefined}
 */
export const pictureArea = (selector) => {
  const element = document.querySelector(selector);
  if (element === null) return undefined;
  const begin = { left: scrollX, top: scrollY, behavior: "instant" };
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  scrollTo(begin);
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + scrollX, y: y + scrollY, width, height };
};
