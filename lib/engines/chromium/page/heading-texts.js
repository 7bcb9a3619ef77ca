/**
 * Runs in the page, so it uses nothing from outside itself: returns the texts of its headings in their order, each without
 * line breaks.
 *
 * @param {number} limit The most characters of a text.
 * @returns {string[]}
 */
export const headingTexts = (limit) =>
  [...document.querySelectorAll("h1,h2,h3,h4,h5,h6,[role=heading]")].map((heading) =>
    (heading.innerText ?? heading.textContent)
      .replace(/[ \t\n\r\f]+/g, " ")
      .trim()
      .slice(0, limit),
  );
