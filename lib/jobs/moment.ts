/** A moment (ms since 1970) as callers read it. */
export const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
