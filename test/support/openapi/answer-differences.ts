import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** An OpenAPI document, as JSON. */
export type OpenApi = Record<string, unknown>;

/** An answer of the service; `body` is there for JSON. */
interface Answer {
  readonly method: string;
  /** Below the base address, or from the root for the health check. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body?: unknown;
}

interface Header {
  readonly required?: boolean;
  readonly schema: { readonly type?: string };
}
interface Response {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content: Readonly<Record<string, { readonly example?: { readonly error?: { readonly code: string } } }>>;
}
type Found = { readonly response: Response; readonly pointer: string };

/** Headers that belong to HTTP, not to the interface. */
const TRANSPORT_HEADERS = ["connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"];

/** The document, with every object of its schemas closed: an answer has no field that is not described. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, key.startsWith("example") ? inner : closed(inner)]);
  const isObject = "properties" in value && "type" in value && value.type === "object";
  return { ...(isObject && { additionalProperties: false }), ...Object.fromEntries(entries) };
};

const escaped = (step: string) => step.replaceAll("~", "~0").replaceAll("/", "~1");

const readAs = (text: string, type: string | undefined): unknown =>
  (type === "integer" || type === "number") && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;

/** Gives a function that tells how an answer differs from what a document says of it. */
export const answerChecker = (document: OpenApi) => {
  const whole = closed(document) as OpenApi;
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, validateSchema: false }));
  ajv.addSchema(whole, "openapi");

  const at = (pointer: string): unknown =>
    pointer
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce((value, step) => (value as OpenApi | undefined)?.[step], whole as unknown);

  const resolved = (pointer: string): Found | undefined => {
    const found = at(pointer) as (Response & { $ref?: string }) | undefined;
    if (found?.$ref !== undefined) return resolved(found.$ref.slice(1));
    return found && { response: found, pointer };
  };

  const responseFor = ({ method, path, status }: Answer): Found | undefined => {
    const operation = `/paths/${escaped(path)}/${method === "HEAD" ? "get" : method.toLowerCase()}`;
    return resolved(
      at(operation) === undefined ? `/x-errors-outside-paths/${status}` : `${operation}/responses/${status}`,
    );
  };

  const headerDifferences = ({ response, pointer }: Found, headers: Headers): string[] => {
    const described = Object.entries(response.headers ?? {});
    const known = new Set([...TRANSPORT_HEADERS, ...described.map(([name]) => name.toLowerCase())]);
    const undescribed = [...headers.keys()].filter((name) => !known.has(name)).map((name) => `has the header ${name}`);
    const wrong = described.flatMap(([name, { required, schema }]) => {
      const text = headers.get(name);
      if (text === null) return required ? [`lacks the header ${name}`] : [];
      const place = `openapi#${pointer}/headers/${name}/schema`;
      return ajv.validate(place, readAs(text, schema.type)) ? [] : [`${name} is ${text}: ${ajv.errorsText()}`];
    });
    return [...undescribed, ...wrong];
  };

  const bodyDifferences = ({ response, pointer }: Found, { status, headers, body }: Answer): string[] => {
    const type = headers.get("content-type") ?? "";
    const media = response.content[type];
    if (media === undefined) return [`has the content type ${type}`];
    if (body === undefined) return [];
    // A failed job is a success that tells of an error.
    const code = status < 400 ? undefined : (body as { error?: { code?: string } }).error?.code;
    const wanted = media.example?.error?.code;
    const isValid = ajv.validate(`openapi#${pointer}/content/${escaped(type)}/schema`, body);
    return [
      ...(isValid ? [] : [ajv.errorsText()]),
      ...(wanted === code ? [] : [`has the code ${code}, not ${wanted}`]),
    ];
  };

  return (answer: Answer): string[] => {
    const found = responseFor(answer);
    if (found === undefined) return [`has the status ${answer.status}`];
    return [...headerDifferences(found, answer.headers), ...bodyDifferences(found, answer)];
  };
};
