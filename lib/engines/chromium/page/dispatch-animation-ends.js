/**
 * Runs in the page, so it uses nothing from outside itself: dispatches the end events of CSS animations and transitions
 * for some milliseconds. The browser itself dispatches them with a frame, and in virtual time no frames are drawn.
 *
 * @param {number} duration milliseconds
 */
export const dispatchAnimationEnds = (duration) => {
  const STEP_MS = 50;
  const end = performance.now() + duration;
  const waiting = new Set();
  const ended = new WeakSet();
  const noteEnd = (animation) => {
    waiting.delete(animation);
    ended.add(animation);
  };
  /** The names of the events that were dispatched here, by their targets. */
  const dispatched = new WeakMap();
  /** Whether the browser dispatches an event that was dispatched here before. It does so if it draws a frame after all. */
  const isRepeated = ({ isTrusted, target, animationName, propertyName }) => {
    const names = isTrusted ? (dispatched.get(target) ?? []) : [];
    const at = names.indexOf(animationName ?? propertyName);
    if (at >= 0) names.splice(at, 1);
    return at >= 0;
  };
  const nameOf = (animation) => animation.animationName ?? animation.transitionProperty;
  for (const type of ["animationend", "transitionend"]) {
    const onEnd = (event) => {
      const { target, animationName, propertyName } = event;
      if (isRepeated(event)) {
        event.stopImmediatePropagation();
        return;
      }
      for (const animation of waiting) {
        if (animation.effect.target === target && nameOf(animation) === (animationName ?? propertyName)) {
          noteEnd(animation);
        }
      }
    };
    addEventListener(type, onEnd, true);
  }
  const dispatchEnd = (animation) => {
    const { target, pseudoElement } = animation.effect;
    const { duration: length } = animation.effect.getComputedTiming();
    const shared = { elapsedTime: length / 1000, pseudoElement: pseudoElement ?? "", bubbles: true };
    const { animationName, transitionProperty: propertyName } = animation;
    const event = animationName
      ? new AnimationEvent("animationend", { ...shared, animationName })
      : new TransitionEvent("transitionend", { ...shared, propertyName });
    noteEnd(animation);
    if (target === null) return;
    dispatched.set(target, [...(dispatched.get(target) ?? []), nameOf(animation)]);
    target.dispatchEvent(event);
  };
  const step = () => {
    // The browser had the time of one step to dispatch the event itself.
    for (const animation of [...waiting]) if (animation.playState === "finished") dispatchEnd(animation);
    for (const animation of document.getAnimations())
      if (nameOf(animation) && !ended.has(animation)) waiting.add(animation);
    if (performance.now() < end) setTimeout(step, STEP_MS);
  };
  step();
};
