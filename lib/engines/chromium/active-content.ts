/** Elements that run, move or bring in what does; handlers; what waits for a frame to load; style that moves or waits. */
const ACTIVE =
  /<animate|<(?:script|i?frame|object|embed|video|audio|marquee|link|set)\b|\bon[a-z]+\s*=|javascript:|@import|animation|transition/i;

/** What a page that draws no frames leaves out, though nothing in it moves. */
const NEEDS_FRAMES = /<base\b|\bloading\s*=|content-visibility/i;

/** Pictures and fonts from the network: Chromium holds back what a page that is not shown asks for. */
const FETCHES =
  /(?:\bsrc|\bsrcset|\bbackground)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?\s*(?:https?:)?\/\/|<image\b/i;

/** Whether a document may change by itself: it has script, frames, animations, or style from elsewhere. */
export const hasActiveContent = (html: string): boolean => ACTIVE.test(html);

/** Whether a document may need a window that draws frames: it changes by itself, or has parts from elsewhere. */
export const needsFrames = (html: string): boolean =>
  ACTIVE.test(html) || NEEDS_FRAMES.test(html) || FETCHES.test(html);
