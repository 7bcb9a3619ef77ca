import { numberValue } from "../../lib/accounts/expressions.ts";
import { writeItem } from "../../lib/accounts/write.ts";
import { entryKey, type JobName, type QueueName } from "../../lib/jobs/entry.ts";
import { table } from "./table.ts";

/** Lets the lease of a job or a batch run out at once, whose runner was killed: nobody waits for the time to pass. */
export const endLease = async ({ account, id }: JobName, queue: QueueName = "QUEUE"): Promise<void> => {
  await writeItem(table, entryKey(account, id, queue), {
    UpdateExpression: "SET u = :u",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":u": numberValue(Date.now() - 1) },
  });
};
