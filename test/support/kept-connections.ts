/**
 * Options of a server that closes no idle connection. By default it closes them after some seconds, and the next request of a client
 * that a busy machine delays may meet the end of its connection.
 */
export const KEPT_CONNECTIONS = { keepAliveTimeout: 0 } as const;
