/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: returns the sizes of the Resize Observer
 * (W3C).
 *
 * @returns {{ boxesOf: (target: Element) => Boxes, entryOf: (target: Element, boxes: Boxes) => object }}
 * @typedef {{ x: number, y: number, content: number[], border: number[] }} Boxes
 */
export const boxSizes = () => {
  const { devicePixelRatio } = window;
  const sum = (style, names) => names.reduce((all, name) => all + (Number.parseFloat(style[name]) || 0), 0);
  /** Content box and border box: width and height, without transformations. */
  const boxesOf = (target) => {
    if (target instanceof SVGGraphicsElement && !(target instanceof SVGSVGElement)) {
      const { width, height } = target.getBBox();
      return { x: 0, y: 0, content: [width, height], border: [width, height] };
    }
    const style = getComputedStyle(target);
    const [width, height] = [style.width, style.height].map((length) => Number.parseFloat(length));
    if (Number.isNaN(width) || Number.isNaN(height) || target.getClientRects().length === 0)
      return { x: 0, y: 0, content: [0, 0], border: [0, 0] };
    const edges = [
      sum(style, ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"]),
      sum(style, ["paddingTop", "paddingBottom", "borderTopWidth", "borderBottomWidth"]),
    ];
    const isBorderBox = style.boxSizing === "border-box";
    const content = [width, height].map((side, at) => Math.max(0, isBorderBox ? side - edges[at] : side));
    const border = content.map((side, at) => side + edges[at]);
    return { x: sum(style, ["paddingLeft"]), y: sum(style, ["paddingTop"]), content, border };
  };
  const entryOf = (target, { x, y, content, border }) => {
    const isHorizontal = getComputedStyle(target).writingMode.startsWith("horizontal");
    const sizeOf = (box, scale = 1) => {
      const [inlineSize, blockSize] = (isHorizontal ? box : box.toReversed()).map((side) => side * scale);
      return [{ inlineSize, blockSize }];
    };
    return {
      target,
      contentRect: new DOMRect(x, y, ...content),
      contentBoxSize: sizeOf(content),
      borderBoxSize: sizeOf(border),
      devicePixelContentBoxSize: sizeOf(content, devicePixelRatio),
    };
  };
  return { boxesOf, entryOf };
};
