import { config } from "../config.ts";
import { Limit } from "./limit.ts";

/** The turns of all engines' jobs: as many at once as `PLATEN_JOBS` says; `PLATEN_QUEUE` others wait in order of arrival. */
export const turns = new Limit(config.jobs, config.queue);
