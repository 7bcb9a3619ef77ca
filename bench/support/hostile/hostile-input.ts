/** A request that is to harm the service: where it goes, and its body. */
export interface HostileInput {
  readonly name: string;
  /** Below the service's base address, such as `/v1/pdf/merge`. */
  readonly path: string;
  /** The content type of the body. */
  readonly type: string;
  /** Makes the whole body. */
  readonly body: () => Buffer;
}

const BOUNDARY = "hostile-input-boundary";

/** The content type of forms that `multipart` makes. */
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a form: a field has text, a file has bytes. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Buffer;
}

/** The body of a form with these parts. */
export const multipart = (parts: readonly FormPart[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, value }) => {
      const file = typeof value === "string" ? "" : '; filename="hostile"\r\nContent-Type: application/octet-stream';
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
      return [Buffer.from(head), Buffer.from(value as string), Buffer.from("\r\n")];
    }),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
