import type { Protocol } from "puppeteer-core";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { ServiceError } from "../../errors/service-error.ts";
import type { PictureFormat } from "../../pictures/picture-format.ts";
import type { Viewport } from "../page-setup.ts";
import type { Browser } from "./browser.ts";
import { bytesOfData } from "./long-messages.ts";
import { endAnimations } from "./page/end-animations.js";
import { pictureArea } from "./page/picture-area.js";
import { stopMotion } from "./page/stop-motion.js";
import { type Area, assertDrawable } from "./picture-size.ts";
import { evaluate, openWorld, type Readiness } from "./ready.ts";

/** The part of a page that a picture shows, and its format. */
export interface PictureSetup {
  readonly viewport: Viewport;
  /** Whether it shows the whole page instead of the window. */
  readonly fullPage: boolean;
  /** A valid CSS selector; the picture shows the first element that matches it. */
  readonly selector: string | undefined;
  readonly format: PictureFormat;
  /** 1 to 100, for JPEG and WebP. */
  readonly quality: number;
}

/** An area that is cut to another one, with whole CSS pixels. */
const cutTo = (area: Area, whole: Area): Area => {
  const [x, y] = [Math.max(Math.floor(area.x), whole.x), Math.max(Math.floor(area.y), whole.y)];
  const right = Math.min(Math.ceil(area.x + area.width), whole.x + whole.width);
  const bottom = Math.min(Math.ceil(area.y + area.height), whole.y + whole.height);
  return { x, y, width: right - x, height: bottom - y };
};

const refuseSelector = (fault: string): never => {
  throw new ServiceError("INVALID_REQUEST", `options.selector ${fault}.`, { reason: "selector-not-found" });
};

/** The area of the element; throws INVALID_REQUEST if there is none, or nothing of it is in the page. */
const elementArea = async (session: CDPSession, world: number, selector: string, whole: Area): Promise<Area> => {
  const found = await evaluate(session, world, `(${pictureArea})(${JSON.stringify(selector)})`);
  if (found === undefined) return refuseSelector("matches no element");
  const area = cutTo(found as Area, whole);
  return area.width > 0 && area.height > 0 ? area : refuseSelector("matches an element that takes no room on the page");
};

/** The area that the picture shows, in CSS pixels of the document; undefined for the window. */
const areaOf = async (
  session: CDPSession,
  world: number,
  { selector, fullPage }: PictureSetup,
): Promise<Area | undefined> => {
  if (!fullPage && selector === undefined) return undefined;
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  return selector === undefined ? cssContentSize : elementArea(session, world, selector, cssContentSize);
};

/** Virtual time that passes at once while a picture is made. */
const TIME_STEP_MS = 100;
/** The real time between two steps of virtual time. */
const STEP_INTERVAL_MS = 5;

/** Lets virtual time pass until there is an answer: without it Chromium draws no frame. */
const whileTimePasses = async <Answer>(session: CDPSession, answer: Promise<Answer>): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined;
  const pass = () => {
    session.send("Emulation.setVirtualTimePolicy", { policy: "advance", budget: TIME_STEP_MS }).catch(() => {});
  };
  const passSoon = () => {
    timer = setTimeout(pass, STEP_INTERVAL_MS);
  };
  session.on("Emulation.virtualTimeBudgetExpired", passSoon);
  try {
    pass();
    return await answer;
  } finally {
    session.off("Emulation.virtualTimeBudgetExpired", passSoon);
    clearTimeout(timer);
  }
};

/** The frames in a page whose motion is stopped. */
const FRAMES_LIMIT = 200;

const STOP_SCRIPT = `(${endAnimations})(); (${stopMotion})();`;

const framesIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(framesIn),
];

/** Keeps the page as it is from now on, with its frames. */
const freeze = async (session: CDPSession): Promise<void> => {
  const { frameTree } = await session.send("Page.getFrameTree");
  const stop = async (frameId: string) => {
    const contextId = await openWorld(session, frameId);
    await session.send("Runtime.evaluate", { expression: STOP_SCRIPT, contextId });
  };
  // A frame without a document has no world.
  await Promise.all(
    framesIn(frameTree)
      .slice(0, FRAMES_LIMIT)
      .map((frameId) => stop(frameId).catch(() => {})),
  );
};

/**
 * Makes a picture of a page that is ready. Throws INVALID_REQUEST if no element matches the selector, and if the picture would have
 * too many pixels.
 */
export const takePicture = async (
  { session, frameId }: Browser,
  { isInVirtualTime = false }: Readiness,
  setup: PictureSetup,
): Promise<Buffer> => {
  const world = await openWorld(session, frameId);
  const area = await areaOf(session, world, setup);
  if (area !== undefined) assertDrawable(area, setup, setup.selector === undefined ? "fullPage" : "selector");
  await freeze(session);
  const answer = session.send("Page.captureScreenshot", {
    format: setup.format,
    ...(setup.format === "png" ? {} : { quality: setup.quality }),
    ...(area && { clip: { ...area, scale: 1 }, captureBeyondViewport: true }),
  });
  const { data } = await (isInVirtualTime ? whileTimePasses(session, answer) : answer);
  return bytesOfData(data);
};
