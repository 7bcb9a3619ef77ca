import { config } from "../config.ts";
import { FairTurns } from "./fair-turns.ts";

/** The turns of all engines' jobs: as many at once as `PLATEN_JOBS` says; `PLATEN_QUEUE` others wait. */
export const turns = new FairTurns(config.jobs, config.queue);
