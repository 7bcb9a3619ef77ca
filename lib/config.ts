import { availableParallelism, tmpdir, totalmem } from "node:os";

const { env } = process;

/** The longest delay of a Node timer: a longer delay would fire after 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const LAST_PORT = 65_535;
/** The last second of the year 9999, after which dates have more digits. */
const LAST_EPOCH_S = 253_402_300_799;
const MEGABYTE_BYTES = 1_048_576;

/** Bytes of memory that the machine has, or the control group of this process where that has a limit. */
const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

/** A whole number from the environment. Another value stops the start with an error of one line. */
const integer = (name: string, fallback: number, min = 0, max = Number.MAX_SAFE_INTEGER): number => {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min) {
    throw new RangeError(`${name} must be a whole number of at least ${min}, not "${text}"`);
  }
  if (value > max) throw new RangeError(`${name} must be at most ${max}, not "${text}"`);
  return value;
};

/** Text from the environment. An empty value counts as not set. */
const text = (name: string): string | undefined => env[name] || undefined;

/** One of these texts from the environment. Another value stops the start with an error of one line. */
const oneOf = (name: string, values: readonly string[]): string | undefined => {
  const value = text(name);
  if (value !== undefined && !values.includes(value)) {
    throw new RangeError(`${name} must be ${values.join(" or ")}, not "${value}"`);
  }
  return value;
};

/** All settings of the service, read once at the start. No other file reads the process environment. */
export const config = {
  /** Where the HTTP server listens; port 0 means any free port. */
  host: text("PLATEN_HOST") ?? "127.0.0.1",
  port: integer("PORT", 3000, 0, LAST_PORT),
  /** Folder of the local table, the demo key and the uploads. */
  data: text("PLATEN_DATA") ?? ".platen",
  /** Name of the DynamoDB table. If it is set, no local store is started. */
  table: text("PLATEN_TABLE"),
  demoKey: text("PLATEN_DEMO_KEY"),
  demoCredits: integer("PLATEN_DEMO_CREDITS", 1000),
  /** Milliseconds from the last byte of a request to its answer. */
  deadlineMs: integer("PLATEN_DEADLINE_MS", 60_000, 1, MAX_TIMER_MS),
  /** Milliseconds for which a page may leave the browser without an answer before it is printed. */
  stallMs: integer("PLATEN_STALL_MS", 10_000, 1, MAX_TIMER_MS),
  /** Milliseconds of processor time for a stylesheet, for a page before it is printed, and for an Office document. */
  processorTimeMs: integer("PLATEN_CPU_MS", 30_000, 1, MAX_TIMER_MS),
  /** Memory of the server itself in megabytes, above which it takes no more requests. By default half of the machine's. */
  memoryMb: integer("PLATEN_MEMORY_MB", Math.floor(machineMemory() / 2 / MEGABYTE_BYTES), 64),
  purchaseUrl: text("PLATEN_PURCHASE_URL") ?? "https://platen.example/credits",
  /** Jobs that run at once, and jobs that may wait for their turn. */
  jobs: integer("PLATEN_JOBS", availableParallelism(), 1),
  queue: integer("PLATEN_QUEUE", 256),
  /** Connections that the server keeps open at once: each takes some memory and a file descriptor. */
  connections: integer("PLATEN_CONNECTIONS", 4096, 1),
  /** Whether the service starts only where the kernel can confine the engines. */
  requireConfinement: oneOf("PLATEN_CONFINE", ["require"]) === "require",
  /** Names, addresses and CIDR blocks of the operator's own network that documents may reach. */
  egressAllow: (text("PLATEN_EGRESS_ALLOW") ?? "").split(",").flatMap((entry) => entry.trim() || []),
  /** Folders of Chromium, of the fonts of all engines, and of LibreOffice, if they are not in their usual places. */
  chromium: text("PLATEN_CHROMIUM"),
  fonts: text("PLATEN_FONTS"),
  libreoffice: text("PLATEN_LIBREOFFICE"),
  /** Browsers kept ready for the next documents. */
  browsers: integer("PLATEN_BROWSERS", env["AWS_LAMBDA_RUNTIME_API"] ? 2 : availableParallelism(), 1),
  /** Memory in megabytes at which the browser of a document is stopped. */
  browserMemoryMb: integer("PLATEN_BROWSER_MEMORY_MB", 2048, 256),
  /** Memory in megabytes at which the conversion of an Office document is stopped. */
  officeMemoryMb: integer("PLATEN_OFFICE_MEMORY_MB", 2048, 256),
  /**
   * Public keys (base64 of the SHA-256 of their SPKI) whose certificates are accepted for allowed hosts of the operator's
   * own network.
   */
  egressTrust: (text("PLATEN_EGRESS_TRUST") ?? "").split(",").flatMap((entry) => entry.trim() || []),
  /** Megabytes that the output of one document may have. */
  outputMb: integer("PLATEN_OUTPUT_MB", 512, 1),
  /** Whether each request is logged in a line on stderr. */
  log: text("PLATEN_LOG") !== "off",
  /** CloudWatch namespace of the metrics that these log lines carry on Lambda. */
  metricsNamespace: text("PLATEN_METRICS_NAMESPACE") ?? "Platen",
  /** Folder in which jobs make their temp folders. */
  temp: text("PLATEN_TEMP") ?? tmpdir(),
  /** Host and port of the Prometheus metrics; without a port they are not served. */
  metricsHost: text("PLATEN_METRICS_HOST") ?? "127.0.0.1",
  metricsPort: text("PLATEN_METRICS_PORT") === undefined ? undefined : integer("PLATEN_METRICS_PORT", 0, 0, LAST_PORT),
  /** The moment (s since 1970) that stands for the present in results (reproducible-builds.org); without it they hold none. */
  sourceDateEpoch:
    text("SOURCE_DATE_EPOCH") === undefined ? undefined : integer("SOURCE_DATE_EPOCH", 0, 0, LAST_EPOCH_S),
  /** Debian mirror for set-up, instead of the one of the machine's apt. */
  debianMirror: text("DEBIAN_MIRROR"),
  /** Megabytes of uploads that one account may announce on a day in UTC. */
  uploadDayMb: integer("PLATEN_UPLOAD_DAY_MB", 20_480, 1),
  /** S3 bucket for bodies that are sent ahead of their requests (instead of the data folder), and the endpoint of S3. */
  uploadsBucket: text("PLATEN_UPLOADS_BUCKET"),
  s3Endpoint: text("AWS_ENDPOINT_URL_S3") ?? text("AWS_ENDPOINT_URL"),
  region: text("AWS_REGION") ?? text("AWS_DEFAULT_REGION"),
  /** Host and port of the Runtime API; set by Lambda and its emulators. */
  runtimeApi: text("AWS_LAMBDA_RUNTIME_API"),
  /** Whether Lambda, or an emulator of its Runtime API, calls the handlers. Then answers are streamed. */
  onLambda: text("AWS_LAMBDA_RUNTIME_API") !== undefined && env["IS_OFFLINE"] === undefined,
  /** Whether serverless-offline calls the handlers. It cannot stream answers. */
  offline: env["IS_OFFLINE"] !== undefined,
} as const;
