import { availableParallelism, tmpdir } from "node:os";

const { env } = process;

/** The most milliseconds that a timer of Node can count: it takes more for one. */
const LONGEST = 2 ** 31 - 1;
const LAST_PORT = 65_535;

/** A whole number from the environment; a setting that is none stops the start with one clear line. */
const whole = (name: string, fallback: number, least = 0, most = Number.MAX_SAFE_INTEGER): number => {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least) {
    throw new RangeError(`${name} must be a whole number of at least ${least}, not "${text}"`);
  }
  if (value > most) throw new RangeError(`${name} must be ${most} at the most, not "${text}"`);
  return value;
};

/** Text from the environment; empty counts as not given. */
const text = (name: string): string | undefined => env[name] || undefined;

/** Every setting of the service, read once at start. No other file reads the process environment. */
export const config = {
  /** Where the plain HTTP server listens; port 0 takes any free one. */
  host: text("PLATEN_HOST") ?? "127.0.0.1",
  port: whole("PORT", 3000, 0, LAST_PORT),
  /** Folder of what this machine keeps: the local table, the demo key. */
  data: text("PLATEN_DATA") ?? ".platen",
  /** Name of the DynamoDB table; when it is given, no local store is started. */
  table: text("PLATEN_TABLE"),
  demoKey: text("PLATEN_DEMO_KEY"),
  demoCredits: whole("PLATEN_DEMO_CREDITS", 1000),
  /** Milliseconds from the last byte of a request to its answer. */
  deadline: whole("PLATEN_DEADLINE_MS", 60_000, 1, LONGEST),
  purchaseUrl: text("PLATEN_PURCHASE_URL") ?? "https://platen.example/credits",
  /** Pieces of work done at once, and how many more may wait for their turn. */
  jobs: whole("PLATEN_JOBS", availableParallelism(), 1),
  queue: whole("PLATEN_QUEUE", 256),
  /** Names, addresses and CIDR blocks of the operator's own network that documents may reach. */
  egressAllow: (text("PLATEN_EGRESS_ALLOW") ?? "").split(",").flatMap((entry) => entry.trim() || []),
  /** Folders of the unpacked Chromium, of the fonts that every engine prints with, and of LibreOffice, where they are not in their places. */
  chromium: text("PLATEN_CHROMIUM"),
  fonts: text("PLATEN_FONTS"),
  libreoffice: text("PLATEN_LIBREOFFICE"),
  /** Browsers that are kept ready for the next documents. */
  browsers: whole("PLATEN_BROWSERS", env["AWS_LAMBDA_RUNTIME_API"] ? 1 : availableParallelism(), 1),
  /** Megabytes of memory at which one document's browser is stopped. */
  browserMemory: whole("PLATEN_BROWSER_MEMORY_MB", 2048, 256),
  /** Megabytes of memory at which one Office document is stopped. */
  officeMemory: whole("PLATEN_OFFICE_MEMORY_MB", 2048, 256),
  /**
   * Public keys (base64 of the SHA-256 of their SPKI) whose certificates are taken as they are: for allowed hosts of
   * the operator's own network.
   */
  egressTrust: (text("PLATEN_EGRESS_TRUST") ?? "").split(",").flatMap((entry) => entry.trim() || []),
  /** Whether each request is told in a line on stderr. */
  log: text("PLATEN_LOG") !== "off",
  /** CloudWatch namespace of the metrics that are told in those lines on Lambda. */
  metricsNamespace: text("PLATEN_METRICS_NAMESPACE") ?? "Platen",
  /** Folder in which jobs make their temp folders. */
  temp: text("PLATEN_TEMP") ?? tmpdir(),
  /** Where the server gives its figures to Prometheus; nowhere when no port is named. */
  metricsHost: text("PLATEN_METRICS_HOST") ?? "127.0.0.1",
  metricsPort: text("PLATEN_METRICS_PORT") === undefined ? undefined : whole("PLATEN_METRICS_PORT", 0, 0, LAST_PORT),
  /** Debian mirror that set-up fetches packages from, where the machine's own apt names none. */
  debianMirror: text("DEBIAN_MIRROR"),
  /** S3 bucket of bodies that were sent ahead of their requests, in place of the data folder; and where S3 is reached. */
  uploadsBucket: text("PLATEN_UPLOADS_BUCKET"),
  s3Endpoint: text("AWS_ENDPOINT_URL_S3") ?? text("AWS_ENDPOINT_URL"),
  region: text("AWS_REGION") ?? text("AWS_DEFAULT_REGION"),
  /** Set by Lambda and by its emulators: host and port of the runtime API. */
  runtimeApi: text("AWS_LAMBDA_RUNTIME_API"),
  /** Whether Lambda, or an emulator of its runtime API, calls the handlers: then answers are streamed. */
  onLambda: text("AWS_LAMBDA_RUNTIME_API") !== undefined && env["IS_OFFLINE"] === undefined,
  /** Whether serverless-offline does, which cannot stream them. */
  offline: env["IS_OFFLINE"] !== undefined,
} as const;
