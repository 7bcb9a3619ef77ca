import "./own-service.ts";

/** The key of `test/fixtures/net/certificate.pem`, with which web servers of tests speak TLS. */
export const TEST_CERTIFICATE_KEY = "nrtz8tSV8UlzMc5QIklYF8NAbW34/woHRSVXxGgmz78=";

/** Lets documents trust that key. Must be imported before the settings are read. */
process.env["PLATEN_EGRESS_TRUST"] = TEST_CERTIFICATE_KEY;
