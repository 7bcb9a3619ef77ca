/**
 * Runs in the page, so it uses nothing from outside itself: returns the characters of its texts that are not Latin, each once.
 *
 * @param {number} limit The most characters.
 * @returns {string}
 */
export const uncommonCharacters = (limit) => {
  const characters = new Set();
  const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!/[^\0-\u02ff]/.test(data) || /^(script|style|template|noscript)$/.test(parentElement?.localName)) continue;
    for (const character of data) if (character > "\u02ff") characters.add(character);
    if (characters.size >= limit) break;
  }
  return [...characters].slice(0, limit).join("");
};
