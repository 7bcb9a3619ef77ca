/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: tells of changed sizes without a frame,
 * which virtual time does not draw (Resize Observer, W3C).
 */
export const useVirtualSizes = () => {
  const LOOK_MS = 50;
  const { setTimeout, devicePixelRatio } = window;
  const watching = new Set();
  let asked = false;
  const look = () => {
    asked = false;
    for (const observer of [...watching]) observer.look();
    if (watching.size > 0) setTimeout(ask, LOOK_MS);
  };
  const ask = () => {
    if (!asked) setTimeout(look, 0);
    asked = true;
  };
  addEventListener("resize", () => watching.size > 0 && ask(), true);
  const sum = (style, names) => names.reduce((all, name) => all + (Number.parseFloat(style[name]) || 0), 0);
  /** Content box and border box: across and down, without transformations. */
  const boxesOf = (target) => {
    if (target instanceof SVGGraphicsElement && !(target instanceof SVGSVGElement)) {
      const { width, height } = target.getBBox();
      return { x: 0, y: 0, content: [width, height], border: [width, height] };
    }
    const style = getComputedStyle(target);
    const [width, height] = [style.width, style.height].map((length) => Number.parseFloat(length));
    if (Number.isNaN(width) || Number.isNaN(height) || target.getClientRects().length === 0)
      return { x: 0, y: 0, content: [0, 0], border: [0, 0] };
    const about = [
      sum(style, ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"]),
      sum(style, ["paddingTop", "paddingBottom", "borderTopWidth", "borderBottomWidth"]),
    ];
    const isBorderBox = style.boxSizing === "border-box";
    const content = [width, height].map((side, at) => Math.max(0, isBorderBox ? side - about[at] : side));
    const border = content.map((side, at) => side + about[at]);
    return { x: sum(style, ["paddingLeft"]), y: sum(style, ["paddingTop"]), content, border };
  };
  const entryOf = (target, { x, y, content, border }) => {
    const isUpright = getComputedStyle(target).writingMode.startsWith("horizontal");
    const sized = (box, by = 1) => {
      const [inlineSize, blockSize] = (isUpright ? box : box.toReversed()).map((side) => side * by);
      return [{ inlineSize, blockSize }];
    };
    return {
      target,
      contentRect: new DOMRect(x, y, ...content),
      contentBoxSize: sized(content),
      borderBoxSize: sized(border),
      devicePixelContentBoxSize: sized(content, devicePixelRatio),
    };
  };

  window.ResizeObserver = class ResizeObserver {
    #callback;
    #told = new Map();
    constructor(callback) {
      this.#callback = callback;
    }
    observe(target, { box = "content-box" } = {}) {
      this.#told.delete(target);
      this.#told.set(target, { box, size: "0 0" });
      watching.add(this);
      ask();
    }
    unobserve(target) {
      this.#told.delete(target);
      if (this.#told.size === 0) watching.delete(this);
    }
    disconnect() {
      this.#told.clear();
      watching.delete(this);
    }
    look() {
      const entries = [];
      for (const [target, told] of this.#told) {
        const boxes = boxesOf(target);
        const size = (told.box === "border-box" ? boxes.border : boxes.content).join(" ");
        if (size !== told.size) entries.push(entryOf(target, boxes));
        told.size = size;
      }
      if (entries.length > 0) this.#callback.call(this, entries, this);
    }
  };
};
