/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: returns the rectangles and
 * entries of the Intersection Observer (W3C). If `maxHeight` pixels or more of a page count as visible, all of it does.
 *
 * @param {number} maxHeight
 * @returns {{
 *   rootBounds: (root: unknown, margin: string) => DOMRect,
 *   entryOf: (target: Element, bounds: DOMRect) => object,
 * }}
 */
export const intersectionGeometry = (maxHeight) => {
  const { performance } = window;
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
  const entryOf = (target, bounds) => {
    const box = target.getBoundingClientRect();
    const visible = target.getClientRects().length > 0 ? intersection(box, bounds) : undefined;
    const isIntersecting = visible !== undefined;
    const [area, whole] = [(visible?.width ?? 0) * (visible?.height ?? 0), box.width * box.height];
    return {
      target,
      isIntersecting,
      isVisible: isIntersecting,
      intersectionRatio: !isIntersecting ? 0 : whole > 0 ? Math.min(1, area / whole) : 1,
      time: performance.now(),
      boundingClientRect: box,
      intersectionRect: visible ?? new DOMRect(),
      rootBounds: bounds,
    };
  };
  return { rootBounds, entryOf };
};
