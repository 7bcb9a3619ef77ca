import { slicesOf } from "../../workers/event-loop.ts";

/** Elements, attributes and style sheets that run script, load frames or change by themselves. */
const ACTIVE_CONTENT =
  /<animate|<(?:script|i?frame|object|embed|video|audio|marquee|link|set)\b|\bon[a-z]+\s*=|javascript:|@import|animation|transition/i;

/** Content that Chromium leaves out of a static page while it draws no frames. */
const NEEDS_FRAMES = /<base\b|\bloading\s*=|content-visibility/i;

/** Images and fonts from the network. Chromium delays the requests for them while the page is not shown. */
const FETCHES_FROM_NETWORK =
  /(?:\bsrc|\bsrcset|\bbackground)\s*=\s*(?:["']\s*)?(?:https?:)?\/\/|url\(\s*(?:["']\s*)?(?:https?:)?\/\/|<image\b/i;

/** Characters that are searched before the event loop serves others. */
const SLICE_CHARACTERS = 1_048_576;
/** Characters that are searched again with the next slice, because a match may begin in one slice and end in the next. */
const OVERLAP_CHARACTERS = 4096;

/** What a document needs of its browser. */
export interface ContentNeeds {
  /** It may change by itself: it has script, frames, animations, or imported style. */
  readonly isActive: boolean;
  /** It may need a window that draws frames: it changes by itself, or fetches from the network. */
  readonly needsFrames: boolean;
}

/** Finds what a document needs. */
export const contentNeedsOf = async (html: string): Promise<ContentNeeds> => {
  let needsFrames = false;
  let overlap = "";
  for await (const slice of slicesOf(html, SLICE_CHARACTERS)) {
    const text = overlap + slice;
    if (ACTIVE_CONTENT.test(text)) return { isActive: true, needsFrames: true };
    needsFrames ||= NEEDS_FRAMES.test(text) || FETCHES_FROM_NETWORK.test(text);
    overlap = slice.slice(-OVERLAP_CHARACTERS);
  }
  return { isActive: false, needsFrames };
};
