import { readlinkSync } from "node:fs";

/** The file in `/proc` that holds the processor time of the calling thread; empty without one. */
export const ownStatFile = (): string => {
  try {
    return `/proc/${readlinkSync("/proc/thread-self")}/stat`;
  } catch {
    return "";
  }
};

/** Milliseconds of processor time that the calling thread has used. */
export const ownProcessorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
