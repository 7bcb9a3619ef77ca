import { channel } from "node:diagnostics_channel";

export class EngineEnded extends Error {
  override readonly name: string = "EngineEnded";
}

/** An engine whose processes may end by themselves: the name of one, or `worker` for a thread or child process of Node. */
export type EngineProcess = "chromium" | "libreoffice" | "worker";

/** The channel on which the name of each engine that has ended by itself is published. Its next job gets a new one. */
export const engineEnds = channel("platen:engine-ended");

export const reportEngineEnd = (engine: EngineProcess): void => engineEnds.publish(engine);
