import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { SRGB_PROFILE } from "../../../../lib/pdf/archive/srgb-profile.ts";

/** Every colour of a grid, as RGB. */
const colours = Buffer.from(
  Array.from({ length: 16 ** 3 }, (_, at) => [at % 16, (at >> 4) % 16, at >> 8].map((step) => step * 17)).flat(),
);
const picture = () => sharp(colours, { raw: { width: 64, height: 64, channels: 3 } });

const largestDifference = (a: Buffer, b: Buffer): number =>
  a.reduce((most, byte, at) => Math.max(most, Math.abs(byte - b[at]!)), 0);

test("the profile of the output intent is that of sRGB to Little CMS: no colour changes on the way to it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "platen-profile-"));
  try {
    const profile = join(folder, "srgb.icc");
    writeFileSync(profile, SRGB_PROFILE);
    const converted = async (name: string) => picture().withIccProfile(name).raw().toBuffer();
    assert.ok(largestDifference(await converted(profile), colours) <= 1);
    assert.ok(largestDifference(await converted("p3"), colours) > 20, "another profile changes colours");
    const { data } = await picture().withIccProfile(profile).png().toBuffer({ resolveWithObject: true });
    assert.deepEqual((await sharp(data).metadata()).icc, SRGB_PROFILE);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
