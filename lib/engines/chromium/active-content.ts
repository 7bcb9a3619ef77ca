import { setImmediate as turn } from "node:timers/promises";

/** Elements, attributes and style sheets that run script, load frames or change by themselves. */
const ACTIVE_CONTENT =
  /<animate|<(?:script|i?frame|object|embed|video|audio|marquee|link|set)\b|\bon[a-z]+\s*=|javascript:|@import|animation|transition/i;

/** Content that Chromium leaves out of a static page while it draws no frames. */
const NEEDS_FRAMES = /<base\b|\bloading\s*=|content-visibility/i;

/** Images and fonts from the network. Chromium delays the requests for them while the page is not shown. */
const FETCHES_FROM_NETWORK =
  /(?:\bsrc|\bsrcset|\bbackground)\s*=\s*(?:["']\s*)?(?:https?:)?\/\/|url\(\s*(?:["']\s*)?(?:https?:)?\/\/|<image\b/i;

/** Characters that are searched before the serving thread does other work. */
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
  for (let from = 0; from < html.length; from += SLICE_CHARACTERS) {
    if (from > 0) await turn();
    const slice = html.slice(Math.max(0, from - OVERLAP_CHARACTERS), from + SLICE_CHARACTERS);
    if (ACTIVE_CONTENT.test(slice)) return { isActive: true, needsFrames: true };
    needsFrames ||= NEEDS_FRAMES.test(slice) || FETCHES_FROM_NETWORK.test(slice);
  }
  return { isActive: false, needsFrames };
};
