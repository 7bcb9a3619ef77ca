import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { config } from "../config.ts";
import { wantTraces } from "../http/trace-context.ts";
import { type TracedRequest, tracedRequests } from "../http/traced-requests.ts";
import { serviceResource } from "./resource.ts";
import { addRequestSpan } from "./spans.ts";

const samplerOf = (): Sampler => {
  const [, kind = ""] = /^(?:parentbased_)?(\w+)$/.exec(config.otelSampler) ?? [];
  const root =
    kind === "always_on"
      ? new AlwaysOnSampler()
      : kind === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(Number(config.otelSamplerRatio));
  return config.otelSampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
};

const exporter = async (): Promise<SpanExporter> => {
  const { OTLPTraceExporter } =
    config.otelProtocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter();
};

/** Uses for the next trace and span the ids that the answer of their request has named already; all others get random ids. */
class NamedIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #traceId: string | undefined;
  #spanId: string | undefined;

  name({ trace: { traceId, spanId } }: TracedRequest): void {
    this.#traceId = traceId;
    this.#spanId = spanId;
  }

  readonly generateTraceId = (): string => {
    const id = this.#traceId ?? this.#random.generateTraceId();
    this.#traceId = undefined;
    return id;
  };

  readonly generateSpanId = (): string => {
    const id = this.#spanId ?? this.#random.generateSpanId();
    this.#spanId = undefined;
    return id;
  };
}

/** Sends a trace of each request from now on. Returns a function that sends the last traces and stops. */
export const startTraces = async (): Promise<() => Promise<void>> => {
  const ids = new NamedIds();
  const { otelTracesIntervalMs: scheduledDelayMillis } = config;
  const provider = new TracerProvider({
    resource: serviceResource(),
    sampler: samplerOf(),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: await exporter(), scheduledDelayMillis })],
  });
  const tracer = provider.getTracer("platen");
  const add = (message: unknown) => {
    ids.name(message as TracedRequest);
    addRequestSpan(tracer, message as TracedRequest);
  };
  tracedRequests.subscribe(add);
  wantTraces(true);
  return async () => {
    wantTraces(false);
    tracedRequests.unsubscribe(add);
    await provider.shutdown();
  };
};
