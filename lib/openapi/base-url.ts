/** Stands for the scheme and host of the service in a document that is made before any request. */
export const UNKNOWN_ORIGIN = "https://platen.invalid";

/** Stands for the base address of the service, to which the paths of endpoints are relative. */
export const UNKNOWN_BASE_URL = `${UNKNOWN_ORIGIN}/v1`;
