/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: gives the rectangles of the
 * Intersection Observer (W3C). If `maxHeight` pixels or more of a page count as visible, all of it does.
 *
 * @param {number} maxHeight
 * @returns {{
 *   rootBounds: (root: unknown, margin: string) => DOMRect,
 *   intersection: (one: DOMRect, other: DOMRect) => DOMRect | undefined,
 * }}
 */
export const intersectionGeometry = (maxHeight) => {
  const sides = (margin) => {
    const [top = "0px", right = top, bottom = top, left = right] = margin.trim().split(/\s+/);
    return [top, right, bottom, left];
  };
  const pixels = (text, whole) => (Number.parseFloat(text) || 0) * (text.endsWith("%") ? whole / 100 : 1);
  const rootBounds = (root, margin) => {
    const visibleHeight = Math.max(innerHeight, window[Symbol.for("visibleHeight")] ?? 0);
    const height = visibleHeight < maxHeight ? visibleHeight : Number.MAX_SAFE_INTEGER;
    const box = root instanceof Element ? root.getBoundingClientRect() : new DOMRect(0, 0, innerWidth, height);
    const [top, right, bottom, left] = sides(margin).map((text, side) =>
      pixels(text, side % 2 ? box.width : box.height),
    );
    return new DOMRect(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom);
  };
  const intersection = (one, other) => {
    const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
    const [width, height] = [Math.min(one.right, other.right) - left, Math.min(one.bottom, other.bottom) - top];
    return width >= 0 && height >= 0 ? new DOMRect(left, top, width, height) : undefined;
  };
  return { rootBounds, intersection };
};
