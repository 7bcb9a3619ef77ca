import { config } from "../config.ts";

/** Which signals go to a collector of OpenTelemetry: those for which an address is set and that are not switched off. */
export const wantedSignals = (): { readonly traces: boolean; readonly metrics: boolean } => {
  const { otelDisabled, otelEndpoint, otelTracesEndpoint, otelMetricsEndpoint } = config;
  const isOn = otelDisabled === "false";
  return {
    traces: isOn && config.otelTracesExporter === "otlp" && (otelTracesEndpoint ?? otelEndpoint) !== undefined,
    metrics: isOn && config.otelMetricsExporter === "otlp" && (otelMetricsEndpoint ?? otelEndpoint) !== undefined,
  };
};
