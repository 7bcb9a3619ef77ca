/**
 * Runs in the page, so it uses nothing from outside itself: brings CSS and Web animations that end to their end, and
 * endless ones to their start. What the page has paused, or ties to its scrolling, stays as it is.
 */
export const endAnimations = () => {
  for (const animation of document.getAnimations()) {
    try {
      if (animation.playState === "paused" || animation.timeline !== document.timeline) continue;
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) {
        animation.pause();
        animation.currentTime = 0;
      } else animation.finish();
    } catch {
      // One that plays at no speed has no end.
    }
  }
};
