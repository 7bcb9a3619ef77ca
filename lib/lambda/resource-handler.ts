import type { Context } from "aws-lambda";
import { OUTSIDE_MESSAGES, ServiceError } from "../errors/service-error.ts";
import { arrivalOf } from "../http/arrival.ts";
import type { Event, Host, Reply } from "../http/exchange.ts";
import { outsideReply } from "../server/outside.ts";
import { answerPage } from "../server/page.ts";
import { answerOf, type Resource } from "../server/resource.ts";

/** An event of API Gateway, with the fields by which its resource is found. */
export interface ResourceEvent extends Event {
  readonly httpMethod: string;
  readonly path: string;
  readonly multiValueQueryStringParameters?: Readonly<Record<string, readonly string[] | undefined>> | null;
}

const queryOf = ({ multiValueQueryStringParameters: values }: ResourceEvent): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values ?? {}).flatMap(([name, all = []]) => all.map((value): [string, string] => [name, value])),
  );

/** The handler on Lambda of resources that a server has too. Other paths and methods do not reach it: the gateway refuses them. */
export const resourceHandler =
  (resources: readonly Resource[]) =>
  async (event: ResourceEvent, context?: Context & Host): Promise<Reply> => {
    const { path, httpMethod: method } = event;
    const resource = resources.find(({ pattern }) => pattern.test(path));
    if (method === "POST" && resource?.post !== undefined) return resource.post(event, context as Context & Host);
    const answer = resource && answerOf(resource, method);
    if (resource === undefined || answer === undefined)
      return outsideReply(
        new ServiceError("NOT_FOUND", OUTSIDE_MESSAGES.NOT_FOUND),
        arrivalOf({ method, headers: {} }),
      );
    const [, ...values] = resource.pattern.exec(path) ?? [];
    const request = { event, values, query: queryOf(event), isHead: method === "HEAD" };
    return answerPage(resource.path, () => answer(request), event, method);
  };
