/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: keeps each `<marquee>` from moving, so that
 * its text stands where it is laid out. Its motion begins with a frame, and no frames are drawn in virtual time but by chance.
 */
export const useStandingMarquees = () => {
  const { stop } = HTMLMarqueeElement.prototype;
  const marquees = document.getElementsByTagName("marquee");
  const standing = new WeakSet();
  const stopNew = () => {
    for (const marquee of marquees) {
      if (!standing.has(marquee)) stop.call(marquee);
      standing.add(marquee);
    }
  };
  new MutationObserver(stopNew).observe(document, { childList: true, subtree: true });
};
