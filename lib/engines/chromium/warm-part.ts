import { release, version } from "./installation.ts";
import * as pool from "./pool.ts";

/** The name of the engines that work with Chromium. */
export const CHROMIUM_ENGINE = `chromium/${version.split(".").slice(0, 2).join(".")}`;

/** What they keep running, under one name. */
export const BROWSERS = { [CHROMIUM_ENGINE]: { ...pool, release: () => release } };
