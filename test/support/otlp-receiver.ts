import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

/** A value of OTLP's JSON (opentelemetry-proto, common.proto). */
type AnyValue = { readonly stringValue?: string; readonly intValue?: string | number; readonly doubleValue?: number };
interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

/** A span of OTLP's JSON (trace.proto), as far as tests look at it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly status: { readonly code?: number };
}

/** A metric of OTLP's JSON (metrics.proto), as far as tests look at it. */
interface ReceivedMetric {
  readonly name: string;
  readonly unit?: string;
  readonly histogram?: {
    readonly dataPoints: readonly { readonly count: string | number; readonly attributes: KeyValue[] }[];
  };
}

interface Resourced<Scope> {
  readonly resource: { readonly attributes: readonly KeyValue[] };
  readonly scopeSpans?: Scope;
  readonly scopeMetrics?: Scope;
}

/** The value of an attribute. */
export const attribute = (attributes: readonly KeyValue[], name: string): string | number | undefined => {
  const { stringValue, intValue, doubleValue } = attributes.find(({ key }) => key === name)?.value ?? {};
  return stringValue ?? intValue ?? doubleValue;
};

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const bytes = Buffer.concat(await request.toArray());
  return request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
};

/** A receiver of OTLP over HTTP in its JSON form, on this machine. */
export const startOtlpReceiver = async () => {
  const spans: ReceivedSpan[] = [];
  const metrics: ReceivedMetric[] = [];
  const services = new Set<unknown>();
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await bodyOf(request)).toString());
    const traces: Resourced<{ spans: ReceivedSpan[] }[]>[] = body.resourceSpans ?? [];
    const measured: Resourced<{ metrics: ReceivedMetric[] }[]>[] = body.resourceMetrics ?? [];
    for (const { resource } of [...traces, ...measured]) services.add(attribute(resource.attributes, "service.name"));
    spans.push(...traces.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap((scope) => scope.spans)));
    metrics.push(...measured.flatMap(({ scopeMetrics = [] }) => scopeMetrics.flatMap((scope) => scope.metrics)));
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, metrics, services, close: () => server.close() };
};
