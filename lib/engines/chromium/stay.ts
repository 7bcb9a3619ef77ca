import type { Browser } from "./browser.ts";

/**
 * Keeps the page on the document it was given: what leads elsewhere (meta refresh, `location`, a form sent by script)
 * comes to nothing, as a download would, and the document stays. Frames in it load as they like. Gives a function that
 * tells whether the document is lost all the same: it left for an empty page, for which no request is made, or while it
 * was parsed, which ends the parsing.
 */
export const stay = ({ page, frame }: Browser): (() => boolean) => {
  let lost = false;
  let loaded = false;
  page.on("Fetch.requestPaused", ({ requestId, frameId }) => {
    const verdict =
      frameId === frame
        ? page.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
        : page.send("Fetch.continueRequest", { requestId });
    verdict.catch(() => {});
  });
  page.on("Page.loadEventFired", () => {
    loaded = true;
  });
  page.on("Page.frameRequestedNavigation", ({ frameId, reason, disposition }) => {
    if (frameId !== frame || disposition !== "currentTab") return;
    lost ||= !loaded && (reason === "scriptInitiated" || reason.startsWith("formSubmission"));
  });
  page.on("Page.frameNavigated", ({ frame: { id, url } }) => {
    lost ||= id === frame && url.startsWith("about:");
  });
  return () => lost;
};
