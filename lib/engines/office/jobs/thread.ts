// The program of a thread that reads Office documents.
import { serveThread } from "../../../workers/serve-thread.ts";
import { OFFICE_JOBS, type OfficeJobInput, type OfficeJobKind } from "./jobs.ts";

export interface OfficeJob {
  readonly kind: OfficeJobKind;
  readonly input: OfficeJobInput<OfficeJobKind>;
}

serveThread(
  async () =>
    ({ kind, input }: OfficeJob) =>
      (OFFICE_JOBS[kind] as (input: never) => unknown)(input as never),
);
