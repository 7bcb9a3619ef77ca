import { accounts } from "../../accounts/accounts.ts";
import { sendAgain } from "../../callbacks/send-again.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { wakeCallbackSender } from "../../jobs/callback-waker.ts";
import type { Delivery, DeliverySubject } from "../../jobs/delivery.ts";
import type { CallbackTarget } from "../../jobs/job.ts";

/** What has a callback: a job or a batch, as its owner has found it. */
interface CalledBack extends DeliverySubject {
  readonly callback: CallbackTarget | undefined;
  readonly hasEnded: boolean;
}

/**
 * Sends the callback of a job or a batch again, whatever has become of it, and returns its delivery as it is then. Throws
 * NOT_FOUND if it has no callback, and INVALID_REQUEST if it has not ended.
 */
export const repeatCallback = async ({
  kind,
  account,
  id,
  callback,
  hasEnded,
}: CalledBack): Promise<Delivery | undefined> => {
  if (callback === undefined) throw new ServiceError("NOT_FOUND", `The ${kind} has no callback.`);
  if (!hasEnded)
    throw new ServiceError(
      "INVALID_REQUEST",
      `id names a ${kind} that has not ended: its callback is sent when it ends.`,
    );
  const delivery = await sendAgain(accounts().table, account, id, Date.now());
  await wakeCallbackSender();
  return delivery;
};
