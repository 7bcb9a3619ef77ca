import { ServiceError } from "../errors/service-error.ts";
import { type Output, outputBytes } from "../output/output.ts";
import { documentWithAssets } from "./chromium/assets.ts";
import { htmlToPdf } from "./html-to-pdf.ts";
import { PLAIN_PAGE } from "./page-setup.ts";

/** The longest side of a page in CSS pixels; a larger picture is drawn smaller. */
const SIDE_LIMIT_PX = 10_000;

/** A page of the size of its picture. An error in the console says that there is no picture. */
const pageWith = (name: string): string => `<!doctype html><style>body{margin:0}img{display:block}</style>
<img src="${name}"><script>
const picture = document.images[0];
const fit = () => {
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (width === 0 || height === 0) return console.error("no picture");
  const scale = Math.min(1, ${SIDE_LIMIT_PX} / Math.max(width, height));
  const [w, h] = [width * scale, height * scale];
  picture.style.cssText = \`width:\${w}px;height:\${h}px\`;
  document.head.insertAdjacentHTML("beforeend", \`<style>@page{size:\${w}px \${h}px;margin:0}</style>\`);
};
// If a complete picture is damaged, its error has been reported already, and it has no size.
if (picture.complete) fit(); else picture.onload = picture.onerror = fit;
</script>`;

/** SVG in UTF-16 begins with 0xff too. */
const isSvg = (bytes: Uint8Array): boolean => bytes[0] !== 0x89 && !(bytes[0] === 0xff && bytes[1] === 0xd8);

/**
 * Writes a picture (PNG, JPEG or SVG) as a PDF of one page, which has its size at 96 pixels an inch. Throws INVALID_REQUEST, with
 * the name of the field that holds it, for one that cannot be drawn.
 */
export const pictureToPdf = async (bytes: Uint8Array, field: string, signal: AbortSignal): Promise<Uint8Array> => {
  const name = isSvg(bytes) ? "picture.svg" : "picture";
  const source = documentWithAssets({ html: pageWith(name) }, [{ name, bytes }]);
  const printed = await htmlToPdf.run({ source, pageSetup: PLAIN_PAGE }, signal);
  const pdf = await outputBytes(printed satisfies Output);
  if (printed.consoleErrors === 0) return pdf;
  throw new ServiceError("INVALID_REQUEST", `${field} is a damaged picture.`, { reason: "document-damaged" });
};
