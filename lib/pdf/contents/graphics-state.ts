/**
 * Graphics state parameters that operators only set. They are written when something is drawn with them, and not
 * before.
 */
export const GRAPHICS_SETTINGS = [
  "fill",
  "stroke",
  "w",
  "J",
  "j",
  "M",
  "d",
  "Tf",
  "Tc",
  "Tw",
  "Tz",
  "Tr",
  "Ts",
] as const;
export type GraphicsSetting = (typeof GRAPHICS_SETTINGS)[number];

/** Values of all settings, each as the operators that set it. */
export type Settings = Record<GraphicsSetting, string>;

/** Prefix of a setting's value that is not known, after an extended graphics state or at the start of a form. */
export const UNKNOWN_PREFIX = "?";

/** The settings at the start of a page (ISO 32000-2, 8.4.1 and 9.3.1); the font is unknown. */
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

/** The settings at the start of a form: they are inherited, and therefore unknown. */
export const inheritedSettings = (): Settings => {
  const settings = initialSettings();
  for (const setting of GRAPHICS_SETTINGS) settings[setting] = `${UNKNOWN_PREFIX}inherited`;
  return settings;
};

/** The state that a `q` saves: the settings that the content asks for, and those that are written. */
export interface SavedState {
  wanted: Settings;
  written: Settings;
  scale: number;
  /** Whether something other than settings has changed since: the matrix, the clip, or something unknown. */
  changed: boolean;
}

/** Thrown for content that is not rewritten: unclosed inline images, unknown operators. */
export class UnsupportedContent extends Error {}

/** Whether settings can be restored by writing them again, without a `Q`. */
export const canRewriteSettings = (written: Settings, wanted: Settings): boolean =>
  GRAPHICS_SETTINGS.every(
    (setting) =>
      setting === "Tf" || wanted[setting] === written[setting] || !wanted[setting].startsWith(UNKNOWN_PREFIX),
  );

/** Settings that add to the widths of glyphs. */
const SPACING_SETTINGS = ["Tc", "Tw", "Tz"] as const;
const INITIAL_SETTINGS = initialSettings();

/** Whether a string's width is only that of its glyphs. */
export const hasDefaultSpacing = (settings: Settings): boolean =>
  SPACING_SETTINGS.every((setting) => settings[setting] === INITIAL_SETTINGS[setting]);
