import { isIP } from "node:net";
import { parseNetwork } from "./network.ts";
import { matching, type TextCheck } from "./setting.ts";

const NAME = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/u;

/** An http or https address without user name and password. */
export const webAddress: TextCheck = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new RangeError(`must be an address that begins with http:// or https://, not "${text}"`);
  }
};

/** The name or address of a host. */
export const hostName: TextCheck = (text) => {
  if (isIP(text) === 0 && !NAME.test(text))
    throw new RangeError(`must be an address or a name of a host, not "${text}"`);
};

/** An entry of the operator's own network. */
export const networkEntry: TextCheck = (text) => {
  if (parseNetwork(text) === undefined && (text.includes("/") || !NAME.test(text))) {
    throw new RangeError(`must hold names, addresses and CIDR blocks such as 10.0.0.0/8, not "${text}"`);
  }
};

/** The SHA-256 of a public key, in base64. */
export const publicKeyDigest = matching(
  /^[A-Za-z0-9+/]{43}=$/,
  "the SHA-256 of public keys in base64, of 44 characters each",
);

/** The name of a DynamoDB table, or its ARN. */
export const tableName = matching(
  /^([\w.-]{3,255}|arn:[\w:./-]+)$/,
  "the name of a DynamoDB table: 3 to 255 letters, digits, _, . and -",
);

/** The name of an S3 bucket. */
export const bucketName = matching(
  /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9]|arn:[\w:./-]+)$/,
  "the name of an S3 bucket: 3 to 63 small letters, digits, . and -",
);

/** A key for the demo account. Its checksum, if it has one, is checked when the account is opened. */
export const demoKey: TextCheck = (text) => {
  // The value is a secret, so it is not repeated.
  if (!/^[\x21-\x7e]{8,128}$/.test(text)) throw new RangeError("must be 8 to 128 visible ASCII characters");
};

const ADMIN_KEY_DISTINCT_CHARACTERS_MIN = 8;

/**
 * A key that opens the admin API: long, and of many different characters. It can stand in a header (RFC 6750, section 2.1).
 */
export const adminKey: TextCheck = (text) => {
  // The value is a secret, so it is not repeated.
  if (!/^[A-Za-z0-9._~+/-]{32,256}=*$/.test(text))
    throw new RangeError("must be 32 to 256 letters, digits and -._~+/, such as openssl rand -hex 32 prints");
  if (new Set(text).size < ADMIN_KEY_DISTINCT_CHARACTERS_MIN)
    throw new RangeError(`must have at least ${ADMIN_KEY_DISTINCT_CHARACTERS_MIN} different characters`);
};

/** A key of the local table, which is sent as an AWS access key. */
export const storeKey: TextCheck = (text) => {
  // The value is a secret, so it is not repeated.
  if (!/^[A-Za-z0-9]{32,128}$/.test(text))
    throw new RangeError("must be 32 to 128 letters and digits, such as openssl rand -hex 16 prints");
};

/** A share, 0 to 1. */
export const share = matching(/^(0(\.\d+)?|1(\.0+)?)$/, "a number of 0 to 1");

/** The name of an AWS region. */
export const regionName = matching(/^[a-z0-9-]{2,40}$/, "the name of a region such as eu-west-1");

/** A CloudWatch namespace. */
export const metricsNamespace = matching(/^[\w./#:-]{1,255}$/, "1 to 255 letters, digits and ._/#:-");
