import { createHash, X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import { config } from "../config.ts";

/** Whether the operator trusts the keys of some certificates, which no authority need have signed. */
export const hasTrustedKeys: boolean = config.egressTrust.length > 0;

const keyDigest = (certificate: X509Certificate): string =>
  createHash("sha256")
    .update(certificate.publicKey.export({ type: "spki", format: "der" }))
    .digest("base64");

/**
 * Whether the other end of a connection has shown that it has a key of `PLATEN_EGRESS_TRUST`. Only its own certificate counts:
 * the others of the chain prove nothing unless their signatures are checked.
 */
export const hasTrustedKey = (socket: TLSSocket): boolean => {
  const { raw } = socket.getPeerCertificate();
  return raw !== undefined && config.egressTrust.includes(keyDigest(new X509Certificate(raw)));
};
