import { availableParallelism, tmpdir, totalmem } from "node:os";
import * as checks from "./checks.ts";
import { MB } from "./megabyte.ts";
import type { Plans } from "./plan.ts";
import { readPlans } from "./read-plans.ts";
import { choice, entries, numberSetting, optionalNumber, optionalText, type Setting, textSetting } from "./setting.ts";

/** The longest delay of a Node timer: a longer delay would fire after 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const LAST_PORT = 65_535;
/** The last second of the year 9999, after which dates have more digits. */
const LAST_EPOCH_S = 253_402_300_799;

/** Bytes of memory that the machine has, or the control group of this process if that has a limit. */
const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

const DURATION = { least: 1, most: MAX_TIMER_MS };
const PORT = { most: LAST_PORT };
const CORES = { least: 1, shown: "number of cores" };

/** Where the service listens and keeps its data. */
const PLACES = {
  host: textSetting("PLATEN_HOST", "The address at which the server listens.", "127.0.0.1", checks.hostName),
  port: numberSetting("PORT", "The port of the server; 0 means any free one.", 3000, PORT),
  data: textSetting("PLATEN_DATA", "The folder of the local table, the demo key and the uploads.", ".platen"),
  table: optionalText("PLATEN_TABLE", "A DynamoDB table that replaces the local one.", checks.tableName),
  storeKey: optionalText(
    "PLATEN_STORE_KEY",
    "The key of a local table that servers of one network share.",
    checks.storeKey,
  ),
  uploadsBucket: optionalText(
    "PLATEN_UPLOADS_BUCKET",
    "An S3 bucket for uploads that replaces the data folder.",
    checks.bucketName,
  ),
  jobQueues: entries(
    "PLATEN_JOB_QUEUES",
    "Addresses of the SQS queues that have the messages of jobs, for functions on AWS.",
    checks.webAddress,
  ),
  callbackQueue: optionalText(
    "PLATEN_CALLBACK_QUEUE",
    "The address of the SQS queue that wakes the function that sends callbacks, for functions on AWS.",
    checks.webAddress,
  ),
  temp: textSetting("PLATEN_TEMP", "The folder for the temp folders of jobs.", tmpdir()),
  chromium: optionalText("PLATEN_CHROMIUM", "The folder of Chromium, if it is not in its usual place."),
  fonts: optionalText("PLATEN_FONTS", "The folder of the fonts, if they are not in their usual place."),
  libreoffice: optionalText("PLATEN_LIBREOFFICE", "The folder of LibreOffice, if it is not in its usual place."),
  debianMirror: optionalText("DEBIAN_MIRROR", "A mirror from which set-up fetches LibreOffice and fonts."),
};

const plans: Setting<Plans> = {
  name: "PLATEN_PLANS",
  about: "Plans of accounts beside standard and unlimited, as JSON; docs/operating.md describes them.",
  fallback: undefined,
  read: readPlans,
};

/** Accounts that the service makes, what they may do, and where callers get credits. */
const ACCOUNTS = {
  hasDemo: choice("PLATEN_DEMO", "Whether there is a demo account; off suspends the one that is there.", ["on", "off"]),
  demoKey: optionalText("PLATEN_DEMO_KEY", "The key of the demo account; a random one by default.", checks.demoKey),
  demoCredits: numberSetting("PLATEN_DEMO_CREDITS", "The credits of the demo account, which is made once.", 1000),
  purchaseUrl: optionalText(
    "PLATEN_PURCHASE_URL",
    "The address that a caller without credits is given.",
    checks.webAddress,
  ),
  plans,
};

/** How much work, time and memory requests may take. */
const REQUEST_LIMITS = {
  deadlineMs: numberSetting(
    "PLATEN_DEADLINE_MS",
    "Milliseconds from the last byte of a request to its answer.",
    60_000,
    DURATION,
  ),
  stallMs: numberSetting(
    "PLATEN_STALL_MS",
    "Milliseconds for which a page may keep the browser from answering before it is printed.",
    10_000,
    DURATION,
  ),
  processorTimeMs: numberSetting(
    "PLATEN_CPU_MS",
    "Milliseconds of processor time for a stylesheet, for a page before it is printed, and for an Office document; with a second more for each megabyte, for printing, CSV and compression, and with 20 to compile XSLT 2.0 and 3.0.",
    30_000,
    DURATION,
  ),
  drainMs: numberSetting(
    "PLATEN_DRAIN_MS",
    "Milliseconds after SIGTERM in which new calls are answered with 503 before connections are refused.",
    0,
    { most: MAX_TIMER_MS },
  ),
  uploadDayMb: numberSetting(
    "PLATEN_UPLOAD_DAY_MB",
    "Megabytes of uploads that one account may announce on a day in UTC.",
    20_480,
    { least: 1 },
  ),
  memoryMb: numberSetting(
    "PLATEN_MEMORY_MB",
    "Megabytes of memory of the server itself above which it takes no more requests.",
    Math.floor(machineMemory() / 2 / MB),
    { least: 64, shown: "half of the machine's" },
  ),
  jobs: numberSetting(
    "PLATEN_JOBS",
    "Jobs that use a processor at once; a document in a browser counts as two thirds of one.",
    availableParallelism(),
    CORES,
  ),
  queue: numberSetting("PLATEN_QUEUE", "Jobs that may wait for their turn.", 256),
  connections: numberSetting("PLATEN_CONNECTIONS", "Connections that are open at once.", 4096, { least: 1 }),
  browsers: optionalNumber("PLATEN_BROWSERS", "Browsers that are kept ready for the next documents.", CORES),
  engineStart: choice(
    "PLATEN_ENGINE_START",
    "Whether engines are started before the service is ready, or each with the first document that needs it.",
    ["ahead", "on-demand"],
  ),
  browserStart: choice(
    "PLATEN_BROWSER_START",
    "Whether the browser of a document is forked from a warm one if this machine can, or always a new one.",
    ["fork", "new"],
  ),
  documentsPerProcess: numberSetting(
    "PLATEN_DOCUMENTS_PER_PROCESS",
    "Documents of one account that a process takes before it ends, if processes of its kind are slow to start.",
    100,
    { least: 1 },
  ),
  browserMemoryMb: numberSetting(
    "PLATEN_BROWSER_MEMORY_MB",
    "Megabytes of memory at which the browser of a document is stopped.",
    2048,
    { least: 256 },
  ),
  officeMemoryMb: numberSetting(
    "PLATEN_OFFICE_MEMORY_MB",
    "Megabytes of memory at which the conversion of a Word or Excel document is stopped.",
    2048,
    { least: 256 },
  ),
  outputMb: numberSetting("PLATEN_OUTPUT_MB", "Megabytes that the result of one document may have.", 512, { least: 1 }),
};

/** What documents may reach, and how engines are confined. */
const NETWORK = {
  requireConfinement: choice(
    "PLATEN_CONFINE",
    "Whether the service starts only if the kernel can confine the engines.",
    ["off", "require"],
  ),
  egressAllow: entries(
    "PLATEN_EGRESS_ALLOW",
    "Names, addresses and CIDR blocks of your own network that documents and callbacks may reach.",
    checks.networkEntry,
  ),
  egressTrust: entries(
    "PLATEN_EGRESS_TRUST",
    "Public keys (base64 of the SHA-256 of the SPKI) whose certificates are accepted for those hosts.",
    checks.publicKeyDigest,
  ),
};

/** What the service reports of itself. */
const OBSERVATION = {
  log: choice("PLATEN_LOG", "Whether each request is logged in a line on stderr.", ["on", "off"]),
  metricsNamespace: textSetting(
    "PLATEN_METRICS_NAMESPACE",
    "The CloudWatch namespace of the metrics on Lambda.",
    "Platen",
    checks.metricsNamespace,
  ),
  metricsHost: textSetting("PLATEN_METRICS_HOST", "The address of the metrics.", "127.0.0.1", checks.hostName),
  metricsPort: optionalNumber("PLATEN_METRICS_PORT", "The port of the Prometheus metrics.", PORT),
};

const ADMIN = {
  adminKey: optionalText("PLATEN_ADMIN_KEY", "The key of the admin API, which is off without it.", checks.adminKey),
  adminHost: textSetting("PLATEN_ADMIN_HOST", "The address of the admin API.", "127.0.0.1", checks.hostName),
  adminPort: numberSetting("PLATEN_ADMIN_PORT", "The port of the admin API; 0 means any free one.", 3001, PORT),
};

/** Settings that other programs know too. */
const COMMON = {
  sourceDateEpoch: optionalNumber(
    "SOURCE_DATE_EPOCH",
    "Seconds since 1970 that stand for the present in results (reproducible-builds.org).",
    { most: LAST_EPOCH_S },
  ),
  s3Endpoint: optionalText("AWS_ENDPOINT_URL_S3", "The address of an S3 of your own.", checks.webAddress),
  region: optionalText("AWS_REGION", "The region of table and bucket.", checks.regionName),
};

/** OpenTelemetry's settings that the service reads itself; its packages read the others (opentelemetry.io). */
const TELEMETRY = {
  otelDisabled: choice("OTEL_SDK_DISABLED", "Whether OpenTelemetry is off in any case.", ["false", "true"]),
  otelEndpoint: optionalText("OTEL_EXPORTER_OTLP_ENDPOINT", "The address of a collector of OTLP.", checks.webAddress),
  otelTracesEndpoint: optionalText("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "The same for traces.", checks.webAddress),
  otelMetricsEndpoint: optionalText("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "The same for metrics.", checks.webAddress),
  otelProtocol: choice("OTEL_EXPORTER_OTLP_PROTOCOL", "How OTLP is sent.", ["http/protobuf", "http/json"]),
  otelTracesExporter: choice("OTEL_TRACES_EXPORTER", "Where traces go, if an address is given.", ["otlp", "none"]),
  otelMetricsExporter: choice("OTEL_METRICS_EXPORTER", "Where metrics go, if an address is given.", ["otlp", "none"]),
  otelSampler: choice("OTEL_TRACES_SAMPLER", "Which traces that begin here are sent.", [
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
    "always_on",
    "always_off",
    "traceidratio",
  ]),
  otelSamplerRatio: textSetting(
    "OTEL_TRACES_SAMPLER_ARG",
    "The share of traces for the samplers by ratio.",
    "1",
    checks.share,
  ),
  otelTracesIntervalMs: numberSetting(
    "OTEL_BSP_SCHEDULE_DELAY",
    "Milliseconds between two sendings of traces.",
    5000,
    DURATION,
  ),
  otelMetricsIntervalMs: numberSetting(
    "OTEL_METRIC_EXPORT_INTERVAL",
    "Milliseconds between two sendings of metrics.",
    60_000,
    DURATION,
  ),
  otelServiceName: textSetting("OTEL_SERVICE_NAME", "The name of the service in traces and metrics.", "platen"),
};

/** All settings of the service, by the names under which the code reads them. */
export const SETTINGS = {
  ...PLACES,
  ...ACCOUNTS,
  ...REQUEST_LIMITS,
  ...NETWORK,
  ...OBSERVATION,
  ...ADMIN,
  ...COMMON,
  ...TELEMETRY,
};
