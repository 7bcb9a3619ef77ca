/** Status and reason of an error, and whether a repetition may help. */
export const reasonOf = async (reply: Promise<Response> | Response) => {
  const response = await reply;
  const { error } = (await response.json()) as { error: { reason: string; retryable: boolean } };
  return [response.status, error.reason, error.retryable] as const;
};
