/** Elements that run, move or bring in what does; handlers; what waits for a frame to load; style that moves or waits. */
const LIVELY =
  /<animate|<(?:script|i?frame|object|embed|video|audio|marquee|base|link|set)\b|\bon[a-z]+\s*=|\bloading\s*=|javascript:|@import|animation|transition|content-visibility/i;

/** Pictures and fonts from the network: Chromium holds back what a page that is not shown asks for. */
const FETCHES =
  /(?:\bsrc|\bsrcset|\bbackground)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?\s*(?:https?:)?\/\/|<image\b/i;

/** Whether a document may need a window that draws frames: it has script, frames, animations, or parts from elsewhere. */
export const isLively = (html: string): boolean => LIVELY.test(html) || FETCHES.test(html);
