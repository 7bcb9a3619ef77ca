import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { adminDocument } from "../../lib/openapi/admin/document.ts";
import { answerChecker } from "./openapi/answer-differences.ts";
import { npmStart, type Program, ready, run } from "./program.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A key of the admin API. */
export const ADMIN_KEY = "test-admin-key-0123456789-abcdefghij";

const differences = answerChecker(JSON.parse(JSON.stringify(adminDocument())));

/** A path as the document has it. */
const describedPath = (path: string): string =>
  path
    .replace(/\?.*/, "")
    .replace(/^\/accounts\/[^/]+/, "/accounts/{account}")
    .replace(/\/keys\/[^/]+/, "/keys/{keyId}");

/** A request to the admin API; without a key if that is null. */
export interface AdminRequest {
  readonly body?: unknown;
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

/** An answer of the admin API. */
interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it.
  readonly body: any;
}

/** The service with its admin API, started with `npm start`, and the account tool on its table. */
interface AdminTrial {
  readonly service: Program;
  /** The address of the service, and that of its admin API. */
  readonly url: string;
  readonly adminUrl: string;
  /** Calls the admin API. Fails if the answer is not as the API's own document says. */
  readonly admin: (method: string, path: string, request?: AdminRequest) => Promise<AdminAnswer>;
  /** The rows that the account tool prints. */
  readonly tool: (...args: string[]) => Promise<Record<string, unknown>[]>;
}

const adminUrlOf = async ({ output }: Program): Promise<string> => {
  for (;;) {
    const [, url] = /the admin API is at (\S+)\n/.exec(output.stderr) ?? [];
    if (url !== undefined) return url;
    await sleep(10);
  }
};

const caller =
  (adminUrl: string): AdminTrial["admin"] =>
  async (method, path, { body, key = ADMIN_KEY, headers = {} } = {}) => {
    const response = await fetch(adminUrl + path, {
      method,
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const isJson = response.headers.get("content-type") === "application/json" && method !== "HEAD";
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? await response.json() : await response.text(),
    };
    const seen = { ...answer, method, path: describedPath(path) };
    // The path takes no HEAD, and the refusal has no body that could be checked.
    if (method !== "HEAD")
      assert.deepEqual(differences({ ...seen, ...(!isJson && { body: undefined }) }), [], `${method} ${path}`);
    return answer;
  };

/** Starts the service with its admin API, and more settings. */
export const startAdminTrial = async (settings: Record<string, string> = {}): Promise<AdminTrial> => {
  const folder = temporaryFolder("admin");
  const all = { PLATEN_DATA: folder, PLATEN_ADMIN_KEY: ADMIN_KEY, PLATEN_ADMIN_PORT: "0", ...settings };
  const service = npmStart(all);
  const { url } = await ready(service);
  const adminUrl = await adminUrlOf(service);
  const tool = async (...args: string[]) => {
    const { ended, output } = run("local/account.ts", [...args, "--json"], { PLATEN_DATA: folder });
    assert.equal(await ended, 0, output.stderr);
    return output.stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  };
  return { service, url, adminUrl, admin: caller(adminUrl), tool };
};
