import type { Browser } from "./browser.ts";

/**
 * Keeps the page on the document that it was given: its navigations (meta refresh, `location`, a form that script submits)
 * fail like a download. Its frames may load. Gives a function that tells whether the document is lost nevertheless. That
 * happens when it navigates to an empty page, which makes no request, or while it is parsed, which ends the parsing. A
 * document that has an address is let through to it once.
 */
export const preventNavigation = ({ session, frameId: mainFrameId }: Browser, address?: string): (() => boolean) => {
  let awaited = address;
  let isLost = false;
  let isLoaded = false;
  session.on("Fetch.requestPaused", ({ requestId, frameId, request: { url } }) => {
    const isAwaited = url === awaited;
    if (frameId === mainFrameId) awaited = undefined;
    const answer =
      frameId === mainFrameId && !isAwaited
        ? session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
        : session.send("Fetch.continueRequest", { requestId });
    answer.catch(() => {});
  });
  session.on("Page.loadEventFired", () => {
    isLoaded = true;
  });
  session.on("Page.frameRequestedNavigation", ({ frameId, reason, disposition }) => {
    if (frameId !== mainFrameId || disposition !== "currentTab") return;
    isLost ||= !isLoaded && (reason === "scriptInitiated" || reason.startsWith("formSubmission"));
  });
  session.on("Page.frameNavigated", ({ frame: { id, url } }) => {
    isLost ||= id === mainFrameId && url.startsWith("about:");
  });
  return () => isLost;
};
