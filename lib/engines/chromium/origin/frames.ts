import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";

/** The origin of an address; undefined for one that has none of its own, such as `about:blank`. */
export const originOf = (url: string): string | undefined => {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? undefined : origin;
};

/** The last navigation of a frame that was let through; it is gone when its document is there. */
interface Navigation {
  origin: string | undefined;
  isOver: boolean;
  readonly over: Promise<void>;
  readonly end: () => void;
}

/** The origins of the documents in a page's frames, from now on. */
export class Frames {
  readonly #parents = new Map<string, string>();
  /** The origin of the document in a frame; a frame without an entry holds no document but its first, empty one. */
  readonly #origins = new Map<string, string | undefined>();
  readonly #navigations = new Map<string, Navigation>();

  constructor(session: CDPSession) {
    session.on("Page.frameAttached", ({ frameId, parentFrameId }) => void this.#parents.set(frameId, parentFrameId));
    session.on("Page.frameNavigated", ({ frame: { id, url } }) => {
      this.#origins.set(id, originOf(url));
      this.#end(id);
      this.#navigations.delete(id);
    });
    // A document may still come, so the navigation stays known.
    session.on("Page.frameStoppedLoading", ({ frameId }) => this.#end(frameId));
    session.on("Page.frameDetached", ({ frameId }) => this.#end(frameId));
  }

  /** Notes that a frame begins to load a document of this origin, also after a redirect. */
  navigates(frameId: string, origin: string | undefined): void {
    const known = this.#navigations.get(frameId);
    if (known !== undefined && !known.isOver) {
      known.origin = origin;
      return;
    }
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#navigations.set(frameId, { origin, isOver: false, over, end });
  }

  /** Whether a frame and all frames around it hold documents of this origin. Waits for a document that is just loading. */
  async isOf(frameId: string, origin: string): Promise<boolean> {
    for (let id: string | undefined = frameId; id !== undefined; id = this.#parents.get(id))
      if (!(await this.#holds(id, origin))) return false;
    return true;
  }

  /** Whether a document of this origin navigates the frame: the frame's own document, or that around an empty frame. */
  async isNavigatedBy(frameId: string, origin: string): Promise<boolean> {
    const parent = this.#parents.get(frameId);
    if (this.#origins.has(frameId)) return this.isOf(frameId, origin);
    return parent !== undefined && this.isOf(parent, origin);
  }

  async #holds(frameId: string, origin: string): Promise<boolean> {
    const navigation = this.#navigations.get(frameId);
    if (navigation !== undefined && navigation.origin !== origin) return false;
    if (navigation !== undefined && this.#origins.get(frameId) !== origin) await navigation.over;
    return this.#origins.get(frameId) === origin;
  }

  #end(frameId: string): void {
    const navigation = this.#navigations.get(frameId);
    if (navigation === undefined) return;
    navigation.isOver = true;
    navigation.end();
  }
}
