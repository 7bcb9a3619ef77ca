/** The reason why Debian cannot be asked here, for a test that is skipped loudly; anything else is thrown on. */
export const unavailable = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const reasons = /no Debian mirror|keys are missing|not installed|Failed to fetch|Could not (connect|resolve)/;
  if (!reasons.test(message)) throw error;
  console.warn(`NOT TESTED: ${message}`);
  return message;
};
