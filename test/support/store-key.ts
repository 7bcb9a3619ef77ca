/** The access key of the tests' stores, which is that of their S3 too. */
export const STORE_KEY = "AKIDTEST";
