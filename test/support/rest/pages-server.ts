import { after, before } from "node:test";
import { stopEngines } from "../print.ts";
import { startWebServer, type WebServer } from "../web-server.ts";

/** A web server with a page that hangs and one that loads itself anew; it and the engines end with the tests. */
export let server: WebServer;
before(async () => {
  server = await startWebServer((path) => {
    if (path === "/hanging") return { body: "late", after: 60_000 };
    if (path === "/refreshing") {
      return {
        body: `<meta http-equiv=refresh content=3><p id=p>x<script>setTimeout(()=>p.append(" late"),2000)</script>`,
      };
    }
    return undefined;
  });
});
after(async () => {
  server.close();
  await stopEngines();
});
