/** Elements, attributes and style sheets that run script, load frames or change by themselves. */
const ACTIVE_CONTENT =
  /<animate|<(?:script|i?frame|object|embed|video|audio|marquee|link|set)\b|\bon[a-z]+\s*=|javascript:|@import|animation|transition/i;

/** Content that Chromium leaves out of a static page while it draws no frames. */
const NEEDS_FRAMES = /<base\b|\bloading\s*=|content-visibility/i;

/** Images and fonts from the network. Chromium delays the requests for them while the page is not shown. */
const FETCHES_FROM_NETWORK =
  /(?:\bsrc|\bsrcset|\bbackground)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?\s*(?:https?:)?\/\/|<image\b/i;

/** Whether a document may change by itself: it has script, frames, animations, or imported style. */
export const hasActiveContent = (html: string): boolean => ACTIVE_CONTENT.test(html);

/** Whether a document may need a window that draws frames: it changes by itself, or fetches from the network. */
export const needsFrames = (html: string): boolean =>
  ACTIVE_CONTENT.test(html) || NEEDS_FRAMES.test(html) || FETCHES_FROM_NETWORK.test(html);
