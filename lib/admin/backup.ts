import { backupLines } from "../accounts/operator/backup-lines.ts";
import { adminOperation } from "./operation.ts";

/** The whole table as a stream. */
export const backup = adminOperation({
  method: "GET",
  path: "/backup",
  action: "backup",
  operationId: "backUp",
  summary: "Back up the table",
  description:
    "The whole table, each account as it was at one moment, in the format that `npm run account -- restore` reads. A stream that breaks off is no backup: its last line is missing.",
  input: {},
  status: 200,
  answer: "lines",
  run: backupLines,
});
