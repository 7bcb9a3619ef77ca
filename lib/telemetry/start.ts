import { config } from "../config.ts";

/** Which signals go to a collector of OpenTelemetry: those for which an address is set and that are not switched off. */
const wantedSignals = (): { readonly traces: boolean; readonly metrics: boolean } => {
  const { otelDisabled, otelEndpoint, otelTracesEndpoint, otelMetricsEndpoint } = config;
  const isOn = otelDisabled === "false";
  return {
    traces: isOn && config.otelTracesExporter === "otlp" && (otelTracesEndpoint ?? otelEndpoint) !== undefined,
    metrics: isOn && config.otelMetricsExporter === "otlp" && (otelMetricsEndpoint ?? otelEndpoint) !== undefined,
  };
};

/** Starts the wanted signals of OpenTelemetry, and loads no module of the others. Returns a function that ends them. */
export const startTelemetry = async (): Promise<() => Promise<void>> => {
  const { traces, metrics } = wantedSignals();
  const stops = await Promise.all([
    ...(traces ? [import("./traces.ts").then(({ startTraces }) => startTraces())] : []),
    ...(metrics ? [import("./metrics.ts").then(({ sendMetrics }) => sendMetrics())] : []),
  ]);
  return async () => {
    // A collector that cannot be reached must not keep the service from ending.
    await Promise.allSettled(stops.map((stop) => stop()));
  };
};
