/** Elements that run, move or bring in what does; handlers; what waits for a frame to load; style that moves or waits. */
const LIVELY =
  /<animate|<(?:script|i?frame|object|embed|video|audio|marquee|link|set)\b|\bon[a-z]+\s*=|\bloading\s*=|javascript:|@import|animation|transition|content-visibility/i;

/** Whether a document may need a window that draws frames: it has script, frames, animations, or style from elsewhere. */
export const isLively = (html: string): boolean => LIVELY.test(html);
