import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Registry } from "prom-client";
import { ServiceError } from "../errors/service-error.ts";
import { arrivalOf } from "../http/arrival.ts";
import { sendReply } from "./answer.ts";
import { outsideReply } from "./outside.ts";
import { countRequests } from "./request-metrics.ts";
import { addStateMetrics } from "./state-metrics.ts";

/** Serves metrics of all requests from now on at `/metrics`, in the text format of Prometheus. Rejects if the port is not available. */
export const startMetrics = async ({ host, port }: { host: string; port: number }) => {
  const registry = new Registry();
  const end = countRequests(registry);
  addStateMetrics(registry);
  collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") {
      const nothing = new ServiceError("NOT_FOUND", "There is nothing at this path.");
      return sendReply(request, response, outsideReply(nothing, arrivalOf(request)));
    }
    response.writeHead(200, { "Content-Type": registry.contentType }).end(await registry.metrics());
  }).listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      end();
      server.closeAllConnections();
      server.close();
    },
  };
};
