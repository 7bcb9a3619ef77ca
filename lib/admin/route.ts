import { OUTSIDE_MESSAGES, ServiceError, wrongMethodMessage } from "../errors/service-error.ts";
import type { AnyAdminOperation, PathParameters } from "./operation.ts";
import { ADMIN_BASE_PATH, ADMIN_OPERATIONS } from "./operations.ts";

/** The operation that a request asks for, and the ids in its path. */
interface Route {
  readonly operation: AnyAdminOperation;
  readonly parameters: PathParameters;
}

/** The error for a method that a path does not allow; `allowed` is its header `Allow`. */
export class WrongMethodError extends ServiceError {
  readonly allowed: string;

  constructor(allowed: string) {
    super("METHOD_NOT_ALLOWED", wrongMethodMessage(allowed));
    this.allowed = allowed;
  }
}

const PARAMETER = /\{(\w+)\}/g;
/** An id in a path, as it is after decoding. */
const ID = /^[!-~]{1,128}$/;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(PARAMETER, "(?<$1>[^/]{1,512})")}$`);

const PATTERNS = ADMIN_OPERATIONS.map((operation) => ({
  operation,
  pattern: patternOf(ADMIN_BASE_PATH + operation.path),
}));

const notFound = () => new ServiceError("NOT_FOUND", OUTSIDE_MESSAGES.NOT_FOUND);

const decoded = (id: string): string => {
  try {
    const text = decodeURIComponent(id);
    if (ID.test(text)) return text;
  } catch {
    // Refused below, as is an id that no account or key can have.
  }
  throw notFound();
};

/** The route of a request. Throws NOT_FOUND, and WrongMethodError. */
export const routeOf = (method: string, path: string): Route => {
  const matches = PATTERNS.flatMap(({ operation, pattern }) => {
    const found = pattern.exec(path);
    return found === null ? [] : [{ operation, ids: Object.entries(found.groups ?? {}) }];
  });
  if (matches.length === 0) throw notFound();
  const match = matches.find(({ operation }) => operation.method === method);
  if (match === undefined) throw new WrongMethodError(matches.map(({ operation }) => operation.method).join(", "));
  const parameters = Object.fromEntries(match.ids.map(([name, id]) => [name, decoded(id)]));
  return { operation: match.operation, parameters: { account: "", keyId: "", ...parameters } };
};
