import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import manifest from "../../package.json" with { type: "json" };
import { config } from "../config.ts";

/** What traces and metrics say of this service: its name and version, and the operator's `OTEL_RESOURCE_ATTRIBUTES`. */
export const serviceResource = (): Resource =>
  defaultResource()
    .merge(resourceFromAttributes({ "service.version": manifest.version }))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ "service.name": config.otelServiceName }));
