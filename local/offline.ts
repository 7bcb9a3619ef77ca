import "./env-file.ts";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createTable, tableAt } from "../lib/accounts/table.ts";
import { config } from "../lib/config.ts";
import { openDemo } from "./demo.ts";
import { printMessage, reasonOf } from "./messages.ts";
import { prepare } from "./prepare.ts";
import { LOCAL_TABLE } from "./store/format.ts";
import { purgeRegularly } from "./store/purge.ts";
import { openStore } from "./store.ts";

// Runs the functions of serverless.yml with serverless-offline, on the local table.
try {
  await prepare();
  const store = await openStore(config.data);
  const table = tableAt(LOCAL_TABLE, store);
  await createTable(table);
  const endPurges = purgeRegularly(table);
  const demo = await openDemo(table, {
    folder: config.data,
    chosenKey: config.demoKey,
    credits: config.demoCredits,
  });
  const framework = createRequire(import.meta.url).resolve("serverless/bin/serverless.js");
  const child = spawn(process.execPath, [framework, "offline"], {
    stdio: ["ignore", 2, 2],
    env: {
      ...process.env,
      PLATEN_TABLE: LOCAL_TABLE,
      AWS_ENDPOINT_URL_DYNAMODB: store.endpoint,
      AWS_REGION: "eu-west-1",
      AWS_ACCESS_KEY_ID: store.accessKeyId,
      AWS_SECRET_ACCESS_KEY: "local",
    },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill("SIGINT"));
  child.once("close", async (code) => {
    await endPurges();
    await store.close();
    process.exit(code ?? 1);
  });
  printMessage(demo ? `demo key: ${demo.apiKey}` : "the demo key has been revoked: npm run account makes another one");
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
