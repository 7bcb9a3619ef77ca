import { arriving } from "./arriving.ts";
import type { Deadline } from "./deadline.ts";
import { PlatenError } from "./errors.ts";
import { exchange, jsonOf } from "./exchange.ts";
import type { Body } from "./form.ts";
import { Attempts } from "./retry.ts";
import { type Service, sendAhead } from "./send-ahead.ts";

/** What is sent, and how. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | undefined;
  /** Names of the operation's fields and parts. */
  readonly fields: readonly string[];
}

/** Bounds of a call: its attempts, and the bytes above which a body is sent ahead of its request. */
export interface Bounds {
  readonly attempts: number;
  readonly sendAheadAbove: number;
}

/** One call of an operation, which may take several requests. All of them have the same headers. */
export class Call {
  readonly attempts: Attempts;
  readonly #service: Service;
  readonly #request: Request;
  readonly #deadline: Deadline;
  readonly #isAhead: boolean;
  /** The value of `X-Body-Ref` while the service still has the body. */
  #reference: string | undefined;

  constructor(service: Service, request: Request, deadline: Deadline, { attempts, sendAheadAbove }: Bounds) {
    this.attempts = new Attempts(attempts, deadline);
    this.#service = service;
    this.#request = request;
    this.#deadline = deadline;
    this.#isAhead = request.body !== undefined && request.body.content.size > sendAheadAbove;
  }

  /** Sends the request once and returns the answer, when its headers have arrived. */
  async request(): Promise<Response> {
    const { method, path, headers, body, fields } = this.#request;
    const { url, key } = this.#service;
    const sent = { ...headers, "X-API-Key": key };
    const outgoing = { url: url + path, method, headers: sent };
    if (!this.#isAhead || body === undefined) {
      const direct = body && { headers: { ...sent, "Content-Type": body.type }, body: body.content };
      return exchange({ ...outgoing, ...direct }, this.#deadline, fields);
    }
    const reference = this.#reference ?? (await sendAhead(this.#service, body, this.#deadline));
    // The service removes the body after a success, whether its answer arrives or not.
    this.#reference = undefined;
    const ahead = { ...outgoing, headers: { ...sent, "X-Body-Ref": reference } };
    return exchange(ahead, this.#deadline, fields).catch((error: unknown) => {
      if (error instanceof PlatenError) this.#reference = reference;
      throw error;
    });
  }

  /** Sends the request, repeatedly if that helps, and returns its answer read as JSON. */
  json(): Promise<unknown> {
    return this.attempts.run(async () => jsonOf(await this.request(), this.#deadline));
  }

  /** The body of an answer as it arrives. */
  arriving(response: Response): ReadableStream<Uint8Array> {
    return arriving(response, this.#deadline);
  }
}
