/** Schemes that a link of a document may have; and pictures besides, as the URL itself. */
const LINKS = /^(https?|mailto|tel|ftp):/i;
const PICTURES = /^(https?:|data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)[;,])/i;
// Browsers skip these when they look for a scheme (URL standard, 4.4).
const SKIPPED = /[\0-\x20\x7f]+/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const allowed = (address: string, schemes: RegExp): boolean => {
  const plain = address.replace(SKIPPED, "");
  return !SCHEME.test(plain) || schemes.test(plain);
};

/** Whether a link may lead there: nothing that runs, no file. */
export const isLink = (address: string): boolean => allowed(address, LINKS);

/** Whether a picture may come from there; the egress guard judges the host. */
export const isPicture = (address: string): boolean => allowed(address, PICTURES);
