import type { Event, Reply } from "../http/exchange.ts";
import type { Endpoint } from "./endpoint.ts";

/** A request to a resource: the values in its path, in order, and its query. */
export interface ResourceRequest {
  readonly event: Event;
  readonly values: readonly string[];
  readonly query: URLSearchParams;
  /** Whether only the headers of the answer are asked for. */
  readonly isHead: boolean;
}

/** Answers a request to a resource. It may throw a ServiceError. */
export type Answer = (request: ResourceRequest) => Promise<Reply>;

/** What a server has at the paths of a pattern, by method. A GET is the answer to HEAD too. */
export interface Resource {
  /** Its path in the log: `/jobs/{id}`. */
  readonly path: string;
  readonly pattern: RegExp;
  readonly methods: Readonly<Partial<Record<"GET" | "POST" | "DELETE", Answer>>>;
  /** Handles a POST, whose body it reads itself. */
  readonly post?: Endpoint;
}

/** The methods that a resource allows, as the header `Allow` lists them. */
export const allowedMethods = ({ methods, post }: Resource): string[] => [
  ...Object.keys(methods).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])),
  ...(post ? ["POST"] : []),
];

/** The answer of a resource to a method; undefined if it does not allow the method. */
export const answerOf = ({ methods }: Resource, method: string | undefined): Answer | undefined => {
  if (method === "GET" || method === "HEAD") return methods.GET;
  return method === "POST" || method === "DELETE" ? methods[method] : undefined;
};
