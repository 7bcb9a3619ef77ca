import type { Protocol } from "puppeteer-core";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import type { Browser } from "./browser.ts";
import type { OwnHeaders } from "./origin/own-headers.ts";

/** The longest delay of a meta refresh that counts as a redirect. With a longer delay it counts as a page that refreshes itself. */
const REDIRECT_MAX_DELAY_S = 1;

/** The time limit for a navigation that a page has begun. */
const NAVIGATION_TIMEOUT_MS = 10_000;

/**
 * Follows the main document of a browser's page from now on, through all redirects. It is one class, because every event
 * changes the same state.
 */
export class MainDocument {
  url = "";
  response: Protocol.Network.Response | undefined;
  /** Whether the document's response was cut off. Then its load event never fires. */
  isCutOff = false as boolean;
  isNavigating = false as boolean;
  readonly #session: CDPSession;
  readonly #frameId: string;
  readonly #ownHeaders: OwnHeaders | undefined;
  #requestId = "";
  #isNavigationPrevented = false as boolean;
  #onCutOff = () => {};
  #onNavigated = () => {};

  constructor({ session, frameId }: Browser, ownHeaders: OwnHeaders | undefined) {
    this.#session = session;
    this.#frameId = frameId;
    this.#ownHeaders = ownHeaders;
    session.on("Fetch.requestPaused", (event) => void this.#answer(event).catch(() => {}));
    session.on("Network.requestWillBeSent", (event) => this.#noteRequest(event));
    session.on("Network.responseReceived", ({ type, frameId, response }) => {
      if (type === "Document" && frameId === this.#frameId) this.response = response;
    });
    session.on("Network.loadingFailed", ({ requestId, canceled }) => {
      if (requestId !== this.#requestId || canceled || this.response === undefined) return;
      this.isCutOff = true;
      this.#onCutOff();
    });
    this.#followNavigations();
  }

  /** Prevents further navigations, such as reloads in virtual time, unless a navigation is under way. */
  preventNavigation(): void {
    this.#isNavigationPrevented = !this.isNavigating;
  }

  /** Resolves when the document's response is cut off, at once if it has been already. */
  cutOff(): Promise<void> {
    return new Promise((resolve) => {
      this.#onCutOff = resolve;
      if (this.isCutOff) resolve();
    });
  }

  /** Resolves when the navigation under way has ended or has reached its time limit. */
  navigated(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, NAVIGATION_TIMEOUT_MS);
      this.#onNavigated = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #answer(event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, frameId, resourceType } = event;
    if (this.#isNavigationPrevented && resourceType === "Document" && frameId === this.#frameId) {
      await this.#session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
      return;
    }
    const headers = await this.#ownHeaders?.headersFor(event);
    await this.#session.send("Fetch.continueRequest", { requestId, ...(headers && { headers }) });
  }

  #noteRequest({ requestId, type, frameId, request }: Protocol.Network.RequestWillBeSentEvent): void {
    if (type !== "Document" || frameId !== this.#frameId) return;
    this.#requestId = requestId;
    this.url = request.url;
    this.response = undefined;
    this.isCutOff = false;
  }

  #followNavigations(): void {
    this.#session.on("Page.frameScheduledNavigation", ({ frameId, delay }) => {
      if (frameId === this.#frameId && delay <= REDIRECT_MAX_DELAY_S) this.isNavigating = true;
    });
    this.#session.on("Page.frameRequestedNavigation", ({ frameId, disposition }) => {
      if (frameId === this.#frameId && disposition === "currentTab") this.isNavigating = true;
    });
    this.#session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.id === this.#frameId) this.#endNavigation();
    });
    this.#session.on("Page.frameStoppedLoading", ({ frameId }) => {
      // A meta refresh is scheduled before the loading stops, and begins later.
      if (frameId === this.#frameId && this.url !== this.response?.url) this.#endNavigation();
    });
  }

  #endNavigation(): void {
    this.isNavigating = false;
    this.#onNavigated();
  }
}
