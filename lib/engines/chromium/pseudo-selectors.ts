const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Pseudo-classes without arguments that Chromium knows. */
export const PSEUDO_CLASSES = wordSet(`
  active active-view-transition any-link autofill buffering checked current default defined disabled empty enabled
  first-child first-of-type focus focus-visible focus-within fullscreen future host hover in-range indeterminate interest-source invalid
  last-child last-of-type link modal only-child only-of-type open optional out-of-range past picture-in-picture
  placeholder-shown popover-open read-only read-write required root scope seeking stalled target target-current
  user-invalid user-valid valid visited volume-locked xr-overlay
  -webkit-any-link -webkit-autofill -webkit-drag -webkit-full-screen -webkit-full-page-media
  after before first-letter first-line`);

/** Functional pseudo-classes by the kind of their argument. */
export const FUNCTIONAL_PSEUDO_CLASSES: Readonly<
  Record<string, "forgiving" | "selectors" | "relative" | "compound" | "nth" | "word">
> = {
  is: "forgiving",
  where: "forgiving",
  "-webkit-any": "selectors",
  not: "selectors",
  has: "relative",
  host: "compound",
  "host-context": "compound",
  "nth-child": "nth",
  "nth-last-child": "nth",
  "nth-of-type": "nth",
  "nth-last-of-type": "nth",
  lang: "word",
  dir: "word",
  state: "word",
  "active-view-transition-type": "word",
};

/** Pseudo-elements without arguments. Those that begin with `-webkit-` are not listed: Chromium accepts any of them. */
export const PSEUDO_ELEMENTS = wordSet(`
  after backdrop before checkmark column cue details-content file-selector-button first-letter first-line
  grammar-error marker picker-icon placeholder scroll-marker scroll-marker-group search-text selection spelling-error
  target-text view-transition`);

/** Pseudo-elements with an argument. */
export const FUNCTIONAL_PSEUDO_ELEMENTS = wordSet(`
  cue highlight part picker scroll-button slotted view-transition-group view-transition-image-pair view-transition-new
  view-transition-old`);
