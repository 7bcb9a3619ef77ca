/**
 * The host of web servers that documents and callbacks of tests may reach. The service of a run allows it; a file of which
 * `npm test` runs no other starts a service too, so it imports this before `platen.ts`.
 */
export const TEST_SERVER_HOST = "127.0.0.2";

process.env["PLATEN_EGRESS_ALLOW"] ??= TEST_SERVER_HOST;
