/**
 * Runs in the page, so it uses nothing from outside itself: brings CSS and Web animations that end to their end, and
 * endless ones to their start.
 */
export const endAnimations = () => {
  for (const animation of document.getAnimations()) {
    try {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) {
        animation.pause();
        animation.currentTime = 0;
      } else animation.finish();
    } catch {
      // One whose timeline is the scroll position has no end of its own.
    }
  }
};
