/** Six kinds of damage that must be repaired. */
export const damages: Record<string, (file: Buffer) => Buffer> = {
  "its last 2 % cut off": (file) => file.subarray(0, file.length - Math.max(200, Math.ceil(file.length * 0.02))),
  "an HTTP answer in front of it": (file) =>
    Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n"), file]),
  "a comment after its first object": (file) => {
    const at = file.indexOf("endobj") + 6;
    return Buffer.concat([file.subarray(0, at), Buffer.from("\n% a line that was put in\n"), file.subarray(at)]);
  },
  "startxref 0": (file) => {
    const at = file.lastIndexOf("startxref");
    return Buffer.concat([file.subarray(0, at), Buffer.from("startxref\n0\n%%EOF\n")]);
  },
  "its line ends changed": (file) => {
    const text = file.toString("latin1");
    const changed = text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text.replaceAll("endobj\n", "endobj\r\n");
    return Buffer.from(changed, "latin1");
  },
  "3,000 NULs behind its end": (file) => Buffer.concat([file, Buffer.from("\n"), Buffer.alloc(3000)]),
};
