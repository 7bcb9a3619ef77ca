import { join } from "node:path";
import { chromiumFolder } from "../../lib/engines/chromium/installation.ts";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { inNamespace, namespaceRefused } from "./network-namespace.ts";

/** Why this machine allows no separate network, or nothing. */
export const refused = namespaceRefused();
if (refused) console.error(`NOT TESTED: what documents can reach. This machine allows no separate network: ${refused}`);

/** What a program of `test/lib/net/vectors` prints in a network of its own, which trusts the certificate with this key. */
export const runInOwnNetwork = (script: string, words: readonly string[], trusted: string) =>
  JSON.parse(
    inNamespace(join(import.meta.dirname, "../lib/net/vectors", script), words, {
      milliseconds: 1_200_000,
      environment: {
        PLATEN_EGRESS_TRUST: trusted,
        PLATEN_CHROMIUM: chromiumFolder,
        PLATEN_FONTS: fontsFolder,
        AWS_SECRET_ACCESS_KEY: "SECRET-OF-THE-ENVIRONMENT",
        AWS_LAMBDA_RUNTIME_API: "127.0.0.1:9001",
      },
    }),
  );
