import { REASONS } from "./reasons.ts";
import type { Refusal, Shortfall } from "./service-error.ts";

/** Maximum length of an error message, which may quote what the caller sent. */
const MESSAGE_LIMIT_CHARACTERS = 1000;

const shortened = (message: string): string =>
  message.length <= MESSAGE_LIMIT_CHARACTERS
    ? message
    : `${message.slice(0, MESSAGE_LIMIT_CHARACTERS - 1).toWellFormed()}…`;

/** The body of the answer for an error: the interface's envelope. */
export const errorBody = ({ code, message, reason }: Refusal, shortfall?: Shortfall) => ({
  error: { code, message: shortened(message), reason, retryable: REASONS[reason].retryable, ...shortfall },
});
