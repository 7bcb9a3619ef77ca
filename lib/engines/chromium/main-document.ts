import type { Protocol } from "puppeteer-core";
import type { Browser } from "./browser.ts";

/** Seconds of a meta refresh that counts as a redirect; what waits longer is a page that reloads itself. */
const REDIRECT = 1;

/** How long a page that is about to go elsewhere is given to do so, in milliseconds. */
const PATIENCE = 10_000;

/** The page's main document, through all its redirects. */
export interface MainDocument {
  /** The address that was asked for last. */
  readonly url: string;
  readonly response: Protocol.Network.Response | undefined;
  /** Whether the document broke off in the middle: then it never fires its load event. */
  readonly broken: boolean;
  /** Resolves when it breaks off, or has done so. */
  brokenOff(): Promise<void>;
  /** Whether the page is on its way to another document. */
  readonly leaving: boolean;
  /** Resolves when it has got there, or has given up. */
  arrived(): Promise<void>;
  /** Keeps a page that is not on its way elsewhere where it is: in the time that it is given, reloads would come due. */
  stay(): void;
}

type Main = { -readonly [Fact in "url" | "response" | "broken" | "leaving"]: MainDocument[Fact] };

/** Follows the main document of the browser's page from now on. */
export const followMainDocument = ({ page, frame }: Browser): MainDocument => {
  const main: Main = { url: "", response: undefined, broken: false, leaving: false };
  let loading = "";
  let breakOff = () => {};
  let tell = () => {};
  const settle = () => {
    main.leaving = false;
    tell();
  };
  let stays = false;
  page.on("Fetch.requestPaused", ({ requestId, frameId }) => {
    const verdict =
      stays && frameId === frame
        ? page.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
        : page.send("Fetch.continueRequest", { requestId });
    verdict.catch(() => {});
  });
  page.on("Network.requestWillBeSent", ({ requestId, type, frameId, request }) => {
    if (type !== "Document" || frameId !== frame) return;
    loading = requestId;
    Object.assign(main, { url: request.url, response: undefined, broken: false });
  });
  page.on("Network.responseReceived", ({ type, frameId, response }) => {
    if (type === "Document" && frameId === frame) main.response = response;
  });
  page.on("Network.loadingFailed", ({ requestId, canceled }) => {
    if (requestId !== loading || canceled || main.response === undefined) return;
    main.broken = true;
    breakOff();
  });
  page.on("Page.frameScheduledNavigation", ({ frameId, delay }) => {
    if (frameId === frame && delay <= REDIRECT) main.leaving = true;
  });
  page.on("Page.frameRequestedNavigation", ({ frameId, disposition }) => {
    if (frameId === frame && disposition === "currentTab") main.leaving = true;
  });
  page.on("Page.frameNavigated", (event) => {
    if (event.frame.id === frame) settle();
  });
  page.on("Page.frameStoppedLoading", ({ frameId }) => {
    // A refresh is scheduled before the loading stops, and has still to begin.
    if (frameId === frame && main.url !== main.response?.url) settle();
  });
  return Object.assign(main, {
    stay: () => {
      stays = !main.leaving;
    },
    brokenOff: () =>
      new Promise<void>((resolve) => {
        breakOff = resolve;
        if (main.broken) resolve();
      }),
    arrived: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PATIENCE);
        tell = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  });
};
