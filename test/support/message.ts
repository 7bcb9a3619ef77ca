/** A message in MIME of these fields and this body; several lines are one text. */
export const message = (head: Readonly<Record<string, string>>, ...body: readonly string[]): Buffer => {
  const fields = {
    From: "Anna <anna@example.com>",
    To: "ben@example.com",
    Subject: "Hello",
    "MIME-Version": "1.0",
    ...head,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([...lines, "", ...body, ""].join("\r\n"), "latin1");
};

/** A part of a multipart: its fields, and its body. */
export const part = (fields: readonly string[], ...body: readonly string[]): string =>
  [...fields, "", ...body].join("\r\n");

/** A message of several parts. */
export const multipart = (
  subtype: string,
  parts: readonly string[],
  head: Readonly<Record<string, string>> = {},
): Buffer =>
  message(
    { ...head, "Content-Type": `multipart/${subtype}; boundary="b-${subtype}"` },
    ...parts.flatMap((text) => [`--b-${subtype}`, text]),
    `--b-${subtype}--`,
  );

/** A message in HTML. */
export const htmlMessage = (html: string): Buffer => message({ "Content-Type": "text/html; charset=utf-8" }, html);
