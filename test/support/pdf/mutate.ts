import { seeded } from "./pictures.ts";

/** Words that control a PDF reader. Replacing one with another breaks more than a random byte. */
const PDF_WORDS = [
  "endobj",
  "stream",
  "/Kids",
  "/Length",
  "/Filter",
  "/Prev",
  " 0 R",
  "[",
  "<<",
  ">>",
  "(",
  "999999999",
  "-1",
  "/W",
];

/** Sound files with a few mutations. The same seed gives the same files. */
export function* mutations(sound: Buffer[], seed: number, count: number): Generator<Buffer> {
  const random = seeded(seed);
  const whole = (below: number) => Math.floor(random() * below);
  for (let number = 0; number < count; number++) {
    let file = Buffer.from(sound[whole(sound.length)]!);
    for (let wound = 1 + whole(8); wound > 0; wound--) {
      const at = whole(file.length);
      const kind = whole(5);
      if (kind === 0) file[at] = whole(256);
      else if (kind === 1) file = Buffer.concat([file.subarray(0, at), file.subarray(at + whole(60))]);
      else if (kind === 2) file.write(PDF_WORDS[whole(PDF_WORDS.length)]!, at, "latin1");
      else if (kind === 3) file.copy(file, at, whole(file.length), file.length);
      else file = Buffer.concat([file.subarray(0, at), file.subarray(at - whole(Math.min(at, 300) + 1))]);
    }
    yield file;
  }
}
