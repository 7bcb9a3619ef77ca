import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { KEPT_CONNECTIONS } from "./kept-connections.ts";
import { STORE_KEY } from "./store-key.ts";

/** The only key pair and region of these stores. */
export const credentials = {
  region: "eu-west-1",
  accessKeyId: STORE_KEY,
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+test",
};

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The facts of a signature, from the query of a presigned address or from the Authorization header. */
const claimOf = ({ headers }: IncomingMessage, query: URLSearchParams) => {
  if (query.has("X-Amz-Signature")) {
    return {
      credential: query.get("X-Amz-Credential")!,
      signed: query.get("X-Amz-SignedHeaders")!,
      signature: query.get("X-Amz-Signature")!,
      date: query.get("X-Amz-Date")!,
      seconds: Number(query.get("X-Amz-Expires")),
    };
  }
  const [, credential = "", signed = "", signature = ""] =
    /Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)/.exec(headers.authorization ?? "") ?? [];
  return { credential, signed, signature, date: String(headers["x-amz-date"]), seconds: 900 };
};

/**
 * Whether a request to a service is signed as "Authenticating Requests (AWS Signature Version 4)" of the S3 API reference demands.
 */
export const isSigned = (request: IncomingMessage, body: Buffer, now: number, wanted = "s3"): boolean => {
  const { pathname, searchParams } = new URL(request.url!, "http://s3");
  const { credential, signed, signature, date, seconds } = claimOf(request, searchParams);
  const [id, day, region, service, last] = credential.split("/");
  const begun = Date.parse(date.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, "$1-$2-$3T$4:$5:$6Z"));
  if (id !== credentials.accessKeyId || region !== credentials.region || service !== wanted) return false;
  if (last !== "aws4_request" || !date.startsWith(day!) || !(now - begun <= seconds * 1000)) return false;
  // S3 does not trust headers that are not signed.
  if (!signed.split(";").includes("host")) return false;

  const query = [...searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join("&");
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`);
  const announced = request.headers["x-amz-content-sha256"] ?? searchParams.get("X-Amz-Content-Sha256");
  const payload = announced ?? (searchParams.has("X-Amz-Signature") ? "UNSIGNED-PAYLOAD" : sha256(body));
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body)) return false;
  const canonical = [request.method, pathname, query, headers.join(""), signed, payload].join("\n");
  const scope = `${day}/${region}/${wanted}/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = [day!, region!, wanted, "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${credentials.secretAccessKey}`,
  );
  const [due, given] = [hmac(key, text), Buffer.from(signature, "hex")];
  return due.length === given.length && timingSafeEqual(due, given);
};

/** The objects of a running S3, by their paths. */
export interface S3 {
  readonly endpoint: string;
  readonly objects: Map<string, { type: string; bytes: Buffer }>;
  /** The offset of its clock; a status to answer with, and how often; whether it breaks off in the middle of an answer. */
  readonly trouble: { later: number; status: number; times: number; breaksOff: boolean };
  close(): void;
}

/** Objects in one page of a list; S3 has a thousand. */
const PAGE_OBJECTS = 3;

/** A page of the answer to `ListObjectsV2`. */
const listOf = (bucket: string, query: URLSearchParams, objects: S3["objects"]): string => {
  const first = Number(query.get("continuation-token"));
  const found = [...objects]
    .map(([path, { bytes }]) => ({ key: path.slice(bucket.length), size: bytes.length }))
    .filter(({ key }) => key.startsWith(query.get("prefix")!))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const listed = found
    .slice(first, first + PAGE_OBJECTS)
    .map(({ key, size }) => `<Contents><Key>${key}</Key><ETag>&quot;0&quot;</ETag><Size>${size}</Size></Contents>`);
  const next = first + PAGE_OBJECTS < found.length ? first + PAGE_OBJECTS : undefined;
  const more = next === undefined ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`;
  return `<ListBucketResult>${more}${listed.join("")}</ListBucketResult>`;
};

/** Starts the part of S3 that serves a signed GET, PUT or DELETE of an object, and lists. A missing object is a 403, as for callers who may not list. */
export const startS3 = async (): Promise<S3> => {
  const objects: S3["objects"] = new Map();
  const trouble = { later: 0, status: 500, times: 0, breaksOff: false };
  const server = createServer(KEPT_CONNECTIONS, async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const answer = (status: number, bytes: Buffer | string = "", type = "application/xml") =>
      response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(bytes) }).end(bytes);
    const refuse = (code: string) => answer(403, `<Error><Code>${code}</Code></Error>`);
    if (trouble.times-- > 0) return answer(trouble.status);
    if (!isSigned(request, body, Date.now() + trouble.later)) return refuse("SignatureDoesNotMatch");
    const { pathname, searchParams } = new URL(request.url!, "http://s3");
    if (searchParams.has("list-type")) return answer(200, listOf(pathname, searchParams, objects));
    const found = objects.get(pathname);
    if (request.method === "PUT") {
      if (request.headers["content-length"] === undefined) return answer(411);
      objects.set(pathname, { type: request.headers["content-type"]!, bytes: body });
      return answer(200);
    }
    if (request.method === "DELETE") return answer(objects.delete(pathname) ? 204 : 204);
    if (found && trouble.breaksOff) {
      response.writeHead(200, { "Content-Type": found.type, "Content-Length": found.bytes.length });
      return response.write(found.bytes.subarray(0, found.bytes.length / 2), () => response.destroy());
    }
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (found && first !== undefined)
      return answer(206, found.bytes.subarray(Number(first), Number(last) + 1), found.type);
    return found ? answer(200, found.bytes, found.type) : refuse("AccessDenied");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { endpoint: `http://127.0.0.1:${port}`, objects, trouble, close };
};
