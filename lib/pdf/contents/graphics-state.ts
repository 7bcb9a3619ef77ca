/**
 * The settings that operators only set, and that count when something is drawn: they are written down when they are
 * needed, and not before.
 */
export const SETTINGS = ["fill", "stroke", "w", "J", "j", "M", "d", "Tf", "Tc", "Tw", "Tz", "Tr", "Ts"] as const;
/** One of them. */
export type Setting = (typeof SETTINGS)[number];

/** The settings in force, each as the operators that make it. */
export type Settings = Record<Setting, string>;

/** What an unknown setting begins with: an extended graphics state has changed it, or it is another content's. */
export const UNKNOWN_PREFIX = "?";

/** What a page starts with (ISO 32000-2, 8.4.1 and 9.3.1); of the font nothing is known. */
export const initialSettings = (): Settings => ({
  fill: "0 g",
  stroke: "0 G",
  w: "1 w",
  J: "0 J",
  j: "0 j",
  M: "10 M",
  d: "[]0 d",
  Tf: "?",
  Tc: "0 Tc",
  Tw: "0 Tw",
  Tz: "100 Tz",
  Tr: "0 Tr",
  Ts: "0 Ts",
});

/** What a form starts with: whatever is in force where it is drawn. */
export const inheritedSettings = (): Settings => {
  const settings = initialSettings();
  for (const setting of SETTINGS) settings[setting] = `${UNKNOWN_PREFIX}inherited`;
  return settings;
};

/** One `q`: what was wanted and what was written when it came. */
export interface SavedState {
  wanted: Settings;
  written: Settings;
  scale: number;
  /** Whether anything but settings has changed since: matrix, clip, or what we do not follow. */
  changed: boolean;
}

/** Thrown by content that is better left as it is: inline images, operators that nobody knows. */
export class UnsupportedContent extends Error {}

/** Whether settings that are wanted again can be written, instead of being restored with the rest of a state. */
export const canRewriteSettings = (written: Settings, wanted: Settings): boolean =>
  SETTINGS.every(
    (setting) =>
      setting === "Tf" || wanted[setting] === written[setting] || !wanted[setting].startsWith(UNKNOWN_PREFIX),
  );

/** Settings with which a string moves the pen by more than the widths of its glyphs. */
const SPACING_SETTINGS = ["Tc", "Tw", "Tz"] as const;
const INITIAL_SETTINGS = initialSettings();

/** Whether strings move the pen by nothing but the widths of their glyphs. */
export const hasDefaultSpacing = (settings: Settings): boolean =>
  SPACING_SETTINGS.every((setting) => settings[setting] === INITIAL_SETTINGS[setting]);
