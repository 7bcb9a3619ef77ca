/**
 * Runs in the page, so it uses nothing from outside itself: returns those of some characters that the page shows and that no font of
 * its own has. A font that lacks a character draws the same picture for it as for one that does not exist.
 *
 * @param {string} characters Characters that no installed font has.
 * @returns {string}
 */
export const undrawnCharacters = (characters) => {
  const sought = new Set(characters);
  const undrawn = new Set();
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const [side, size, nonexistent] = [48, 24, "\u0378"];
  const pictureOf = (font, character) => {
    pen.canvas.width = pen.canvas.height = side;
    pen.font = font;
    pen.fillText(character, size / 2, size * 1.5);
    return pen.getImageData(0, 0, side, side).data.join();
  };
  const isDrawn = (font, character) => pictureOf(font, character) !== pictureOf(font, nonexistent);
  const hasOwnFonts = [...document.fonts].some(({ status }) => status === "loaded");
  const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  while (sought.size > 0 && texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const found = [...new Set(data)].filter((character) => sought.has(character));
    if (found.length === 0 || !parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    const { fontStyle, fontWeight, fontFamily } = getComputedStyle(parentElement);
    const font = `${fontStyle} ${fontWeight} ${size}px ${fontFamily}`;
    for (const character of found) {
      sought.delete(character);
      if (!hasOwnFonts || !isDrawn(font, character)) undrawn.add(character);
    }
  }
  return [...undrawn].join("");
};
