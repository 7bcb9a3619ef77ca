import { config } from "../config.ts";
import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import type { Item } from "./account.ts";
import { numberValue } from "./expressions.ts";
import type { Table } from "./table.ts";
import { utcDay } from "./usage.ts";
import { writeItem } from "./write.ts";

const DAY_MS = 86_400_000;

const dayKey = (account: string, day: string): Item => ({ pk: { S: `ACC#${account}` }, sk: { S: `U#${day}` } });

/** An upload that is announced at a moment (ms since 1970), and the megabytes that its account may announce on a day. */
interface Announcement {
  readonly bytes: number;
  readonly now: number;
  readonly limitMb?: number;
}

/**
 * Deducts the bytes of an announced upload from the bytes that an account may announce on this day in UTC. Throws
 * RATE_LIMIT_EXCEEDED if they are more than what is left, and as `writeItem` does.
 */
export const takeUploadAllowance = async (
  table: Table,
  account: string,
  { bytes, now, limitMb = config.uploadDayMb }: Announcement,
): Promise<void> => {
  const tomorrow = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  const { done } = await writeItem(table, dayKey(account, utcDay(now)), {
    UpdateExpression: "ADD #bytes :bytes SET #ttl = :ttl",
    ConditionExpression: "(attribute_not_exists(#bytes) AND :bytes <= :limit) OR #bytes <= :rest",
    ExpressionAttributeNames: { "#bytes": "b", "#ttl": "ttl" },
    ExpressionAttributeValues: {
      ":bytes": numberValue(bytes),
      ":limit": numberValue(limitMb * MB),
      ":rest": numberValue(limitMb * MB - bytes),
      ":ttl": numberValue((tomorrow + DAY_MS) / 1000),
    },
  });
  if (done) return;
  const message = `An account may announce ${limitMb} MB of uploads on a day (UTC).`;
  throw new ServiceError("RATE_LIMIT_EXCEEDED", message, { retryAfter: Math.ceil((tomorrow - now) / 1000) });
};
