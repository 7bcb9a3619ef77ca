/** A form as a client sends it: three parts, one of them binary. */
export const sampleForm = {
  contentType: 'multipart/form-data; boundary="--=_Part+7"',
  body: Buffer.concat([
    Buffer.from('----=_Part+7\r\nContent-Disposition: form-data; name="options"\r\n\r\n{}\r\n'),
    Buffer.from('----=_Part+7\r\nContent-Disposition: form-data; name="file"; filename="a \\"b\\".html"\r\n'),
    Buffer.from("Content-Type: application/octet-stream\r\n\r\n"),
    Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
    Buffer.from(
      "\r\n----=_Part+7\r\nContent-Disposition: form-data; name=\"file\"; filename*=UTF-8''%e2%82%ac.html\r\n",
    ),
    Buffer.from("Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: binary\r\n\r\n<p>x\r\n"),
    Buffer.from("----=_Part+7--\r\n"),
  ]),
};

const FORM_FRAGMENTS = [
  "\r\n",
  "--",
  "----=_Part+7",
  "\0",
  '"',
  ";",
  "name=",
  "\r\n\r\n",
  ":",
  "=",
  "\n",
  "filename",
  "--\r\n",
];

/** Damaged copies of the sample form: bytes changed, cut, doubled, moved or inserted. The same seed gives the same copies. */
export function* mutations(count: number, seed: number): Generator<{ body: Buffer; contentType: string }> {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const once = (body: Buffer): Buffer => {
    const at = below(body.length + 1);
    const to = Math.min(body.length, at + below(60));
    const [before, piece, rest] = [body.subarray(0, at), body.subarray(at, to), body.subarray(to)];
    switch (below(6)) {
      case 0:
        return Buffer.concat([before, rest]);
      case 1:
        return before;
      case 2:
        return Buffer.concat([before, piece, piece, rest]);
      case 3:
        return Buffer.concat([before, Buffer.from(FORM_FRAGMENTS[below(FORM_FRAGMENTS.length)]!), piece, rest]);
      case 4:
        return Buffer.concat([rest, piece, before]);
      default: {
        const changed = Buffer.from(body);
        if (at < body.length) changed[at] = below(256);
        return changed;
      }
    }
  };
  for (let i = 0; i < count; i++) {
    let { contentType } = sampleForm;
    let body: Buffer = sampleForm.body;
    for (let changes = 1 + below(4); changes > 0; changes--) body = once(body);
    // The header must stay one that a client can send.
    if (below(10) === 0) contentType = contentType.slice(0, 20 + below(contentType.length - 20));
    yield { body, contentType };
  }
}
