/**
 * Runs in the page, so it uses nothing from outside itself: sets finite CSS and Web animations to their end, and endless
 * ones to their start. Animations that are paused, or driven by scrolling, stay as they are.
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
      // An animation with a playback rate of 0 has no end.
    }
  }
};
