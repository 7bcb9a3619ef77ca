/**
 * Runs in the page, so it uses nothing from outside itself: counts its pictures and style sheets that are not there. Among them
 * are those whose address leads nowhere, for which the browser makes no request, and data that is no picture.
 */
export const countMissingParts = () => {
  const pictures = [...document.images].filter(
    (image) => image.complete && image.naturalWidth === 0 && (image.getAttribute("src") || image.srcset),
  );
  const sheets = [...document.querySelectorAll("link[rel~=stylesheet i][href]:not([href=''])")].filter(
    (link) => !link.disabled && link.sheet === null,
  );
  return pictures.length + sheets.length;
};
