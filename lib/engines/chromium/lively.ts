/** Elements that run, move or bring in what does; handlers; style that moves or waits for a frame. */
const LIVELY =
  /<animate|<(?:script|i?frame|object|embed|video|audio|marquee|link|set)\b|\bon[a-z]+\s*=|javascript:|@import|animation|transition|content-visibility/i;

/** Whether a document may need a window that draws frames: it has script, frames, animations, or style from elsewhere. */
export const isLively = (html: string): boolean => LIVELY.test(html);
