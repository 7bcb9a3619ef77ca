import { availableParallelism } from "node:os";
import { readSettings } from "./settings/read-settings.ts";
import { SETTINGS } from "./settings/table.ts";

const { env } = process;

/** Text from the environment. An empty value counts as not set. */
const text = (name: string): string | undefined => env[name] || undefined;

const runtimeApi = text("AWS_LAMBDA_RUNTIME_API");

/** Whether a variable may be a setting of the service. On Lambda, OpenTelemetry's variables are for Lambda's extensions. */
const isForService = (name: string): boolean => runtimeApi === undefined || !name.startsWith("OTEL_");

const settings = readSettings(SETTINGS, Object.fromEntries(Object.entries(env).filter(([name]) => isForService(name))));
const isOffline = env["IS_OFFLINE"] !== undefined;

/**
 * All settings of the service, read once at the start; `lib/settings/table.ts` says what they mean. No other file reads the
 * process environment.
 */
export const config = {
  ...settings,
  log: settings.log === "on",
  hasDemo: settings.hasDemo === "on",
  requireConfinement: settings.requireConfinement === "require",
  browsers: settings.browsers ?? (runtimeApi === undefined ? availableParallelism() : 2),
  s3Endpoint: settings.s3Endpoint ?? text("AWS_ENDPOINT_URL"),
  region: settings.region ?? text("AWS_DEFAULT_REGION"),
  /** Host and port of the Runtime API; set by Lambda and its emulators. */
  runtimeApi,
  /** Whether Lambda, or an emulator of its Runtime API, calls the handlers. Then answers are streamed. */
  onLambda: runtimeApi !== undefined && !isOffline,
  /** Whether serverless-offline calls the handlers. It cannot stream answers. */
  offline: isOffline,
} as const;
