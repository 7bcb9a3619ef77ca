/**
 * Runs in the page, so it uses nothing from outside itself: tells for some milliseconds that CSS animations and
 * transitions have ended, where the browser does not. It does so with a frame, and in virtual time none is drawn.
 *
 * @param {number} duration
 */
export const tellAnimations = (duration) => {
  const STEP_MS = 50;
  const end = performance.now() + duration;
  const waiting = new Set();
  const ended = new WeakSet();
  const noteEnd = (animation) => {
    waiting.delete(animation);
    ended.add(animation);
  };
  const nameOf = (animation) => animation.animationName ?? animation.transitionProperty;
  for (const type of ["animationend", "transitionend"]) {
    const told = ({ target, animationName, propertyName }) => {
      for (const animation of waiting) {
        if (animation.effect.target === target && nameOf(animation) === (animationName ?? propertyName)) {
          noteEnd(animation);
        }
      }
    };
    addEventListener(type, told, true);
  }
  const tell = (animation) => {
    const { target, pseudoElement } = animation.effect;
    const { duration: length } = animation.effect.getComputedTiming();
    const shared = { elapsedTime: length / 1000, pseudoElement: pseudoElement ?? "", bubbles: true };
    const { animationName, transitionProperty: propertyName } = animation;
    const event = animationName
      ? new AnimationEvent("animationend", { ...shared, animationName })
      : new TransitionEvent("transitionend", { ...shared, propertyName });
    noteEnd(animation);
    target?.dispatchEvent(event);
  };
  const step = () => {
    // The browser had from one step to the next to tell it.
    for (const animation of [...waiting]) if (animation.playState === "finished") tell(animation);
    for (const animation of document.getAnimations())
      if (nameOf(animation) && !ended.has(animation)) waiting.add(animation);
    if (performance.now() < end) setTimeout(step, STEP_MS);
  };
  step();
};
