/** The reason why no Debian mirror can be reached here, for a skipped test. Any other error is thrown again. */
export const unavailable = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const reasons = /no Debian mirror|keys are missing|not installed|Failed to fetch|Could not (connect|resolve)/;
  if (!reasons.test(message)) throw error;
  console.warn(`NOT TESTED: ${message}`);
  return message;
};
