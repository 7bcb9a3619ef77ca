import type { Table } from "../lib/accounts/table.ts";
import { config } from "../lib/config.ts";
import { protectPort } from "../lib/net/ports.ts";

/** The OpenAPI document, which is made when it is asked for. */
const document = async (): Promise<object> => {
  const { adminDocument } = await import("../lib/openapi/admin/document.ts");
  return adminDocument();
};

/** The admin API as it runs on this machine. */
interface Admin {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the admin API if its key is set; returns undefined if it is not. */
export const openAdmin = async (table: Table): Promise<Admin | undefined> => {
  const { adminHost: host, adminPort, adminKey: key } = config;
  if (key === undefined) return undefined;
  // Loaded only if it is used.
  const { startAdmin } = await import("../lib/admin/server.ts");
  const { ADMIN_BASE_PATH } = await import("../lib/admin/operations.ts");
  const { port, stop } = await startAdmin({ host, port: adminPort, key, table, document });
  protectPort(port);
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${port}${ADMIN_BASE_PATH}`, stop };
};
