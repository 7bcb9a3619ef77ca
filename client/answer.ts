import type { Call } from "./call.ts";

const FILE_NAME = /filename="([^"]+)"/;

/** The file name in a header `Content-Disposition`, without any folder, so that the header cannot choose one. */
const fileNameIn = (disposition: string | null): string | undefined => {
  const name = FILE_NAME.exec(disposition ?? "")?.[1]?.replace(/^.*[/\\]/s, "");
  return name === "" || name === "." || name === ".." ? undefined : name;
};

/** The whole number in a header; undefined if there is none. */
const numberIn = (headers: Headers, name: string): number | undefined => {
  const text = headers.get(name);
  return text === null ? undefined : Number(text);
};

/** A file that the service has made. It can be read once, as a stream or in one of the other ways. */
export class FileAnswer {
  readonly headers: Headers;
  /** The service's name for the file, such as `html.pdf`. It never has a folder. */
  readonly fileName: string | undefined;
  readonly contentType: string;
  /** Bytes of the file. */
  readonly size: number | undefined;
  readonly creditsUsed: number | undefined;
  readonly creditsRemaining: number | undefined;
  /** The number of warnings. The metadata of the same request lists them. */
  readonly warningCount: number;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** The key under which the same request costs nothing for 24 hours; for the result of a job, its id. */
  readonly idempotencyKey: string;
  readonly #call: Call;
  #response: Response | undefined;

  constructor(response: Response, call: Call, idempotencyKey: string) {
    const { headers } = response;
    this.headers = headers;
    this.fileName = fileNameIn(headers.get("content-disposition"));
    this.contentType = headers.get("content-type") ?? "application/octet-stream";
    this.size = numberIn(headers, "content-length");
    this.creditsUsed = numberIn(headers, "x-credits-used");
    this.creditsRemaining = numberIn(headers, "x-credits-remaining");
    this.warningCount = numberIn(headers, "x-warnings") ?? 0;
    this.requestId = headers.get("x-request-id") ?? undefined;
    this.idempotencyKey = idempotencyKey;
    this.#call = call;
    this.#response = response;
  }

  /** The file as it arrives. It fails with a ConnectionError if the connection is lost before its end. */
  stream(): ReadableStream<Uint8Array> {
    return this.#call.arriving(this.#take());
  }

  /**
   * Passes the file to `consume` as it arrives. If the connection is lost before its end, the file is asked for again,
   * which costs nothing, and `consume` is called again from the beginning.
   */
  read<Result>(consume: (stream: ReadableStream<Uint8Array>) => Promise<Result>): Promise<Result> {
    let first: Response | undefined = this.#take();
    return this.#call.attempts.run(async () => {
      const response = first ?? (await this.#call.request());
      first = undefined;
      return consume(this.#call.arriving(response));
    });
  }

  /** The whole file. */
  blob(): Promise<Blob> {
    const type = this.contentType;
    return this.read(async (stream) => new Blob([await new Response(stream).arrayBuffer()], { type }));
  }

  /** The bytes of the file. */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.read(async (stream) => new Uint8Array(await new Response(stream).arrayBuffer()));
  }

  /** The file as text: HTML is in UTF-8. */
  text(): Promise<string> {
    return this.read((stream) => new Response(stream).text());
  }

  #take(): Response {
    const response = this.#response;
    if (response === undefined) throw new TypeError("The file has been read already.");
    this.#response = undefined;
    return response;
  }
}
