import type { QueuedContract } from "../lib/lambda/batches.ts";
import { batchHandler } from "../lib/lambda/batches.ts";

/** The functions that do jobs, in the order of their queues in PLATEN_JOB_QUEUES. */
const WORKERS = ["browser", "office", "other"];

/**
 * What a batch needs to know of the endpoints that make documents, as JSON can hold it. A bundle has this value instead of the
 * contracts, which would bring every engine with them.
 */
export const queuedContracts = async (): Promise<readonly QueuedContract[]> => {
  const { endpoints } = await import("./index.ts");
  const operations = await Promise.all(
    WORKERS.map(async (name) => (await import(`./workers/${name}.ts`)).handler.operations as readonly string[]),
  );
  const queueOf = (path: string) => operations.findIndex((paths) => paths.includes(path));
  return endpoints.flatMap(({ contract: { path, accepts, credits, output } }) =>
    output.name === undefined
      ? []
      : {
          path,
          accepts: { ...(accepts.json && { json: true }), ...(accepts.form && { form: true }) },
          credits: typeof credits === "number" ? credits : { of: credits.of },
          output: { name: output.name },
          queue: queueOf(path),
        },
  );
};

/** Accepts lists of requests, and reports batches. */
export const handler = batchHandler(await queuedContracts());
