import { wantedSignals } from "./wanted.ts";

/** Starts the signals of OpenTelemetry that are wanted; loads nothing of it for others. Returns a function that ends them. */
export const startTelemetry = async (): Promise<() => Promise<void>> => {
  const { traces, metrics } = wantedSignals();
  const stops = await Promise.all([
    ...(traces ? [import("./traces.ts").then(({ startTraces }) => startTraces())] : []),
    ...(metrics ? [import("./metrics.ts").then(({ startMetrics }) => startMetrics())] : []),
  ]);
  return async () => {
    // A collector that cannot be reached must not keep the service from ending.
    await Promise.allSettled(stops.map((stop) => stop()));
  };
};
