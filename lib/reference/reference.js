// Draws the OpenAPI document with Redoc, in the colours that the reader prefers.
/* global Redoc */

const LIGHT = {
  colors: { primary: { main: "#1d4f91" }, text: { primary: "#1f2328", secondary: "#4a5058" } },
  sidebar: { backgroundColor: "#f4f5f7", textColor: "#1f2328" },
  rightPanel: { backgroundColor: "#22272e", textColor: "#f0f3f6" },
  codeBlock: { backgroundColor: "#11161c" },
};

const DARK = {
  colors: {
    primary: { main: "#9cc7ff" },
    success: { main: "#7ee0a0" },
    error: { main: "#ffa198" },
    warning: { main: "#f2cc60" },
    text: { primary: "#e6edf3", secondary: "#b8c2cc" },
    border: { dark: "#59636e", light: "#30363d" },
    responses: {
      success: { color: "#7ee0a0", backgroundColor: "#12261a", tabTextColor: "#7ee0a0" },
      error: { color: "#ffa198", backgroundColor: "#2d1416", tabTextColor: "#ffa198" },
    },
  },
  schema: {
    nestedBackground: "#161b22",
    typeNameColor: "#b8c2cc",
    typeTitleColor: "#b8c2cc",
    requireLabelColor: "#ffa198",
  },
  sidebar: { backgroundColor: "#161b22", textColor: "#e6edf3", activeTextColor: "#9cc7ff" },
  rightPanel: { backgroundColor: "#0a0d12", textColor: "#f0f3f6" },
  codeBlock: { backgroundColor: "#161b22" },
  typography: {
    code: { color: "#ffb3ad", backgroundColor: "#21262d" },
    links: { color: "#9cc7ff", visited: "#9cc7ff", hover: "#c6e0ff" },
  },
};

const target = document.getElementById("reference");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

/** Makes scrolling text reachable by keyboard, and gives headings the level that follows their place. */
const complete = () => {
  for (const text of target.querySelectorAll("pre:not([tabindex])")) text.tabIndex = 0;
  for (const heading of target.querySelectorAll("h5:not([aria-level])")) heading.setAttribute("aria-level", "3");
};
new MutationObserver(complete).observe(target, { childList: true, subtree: true });

const draw = () => {
  const theme = prefersDark.matches ? DARK : LIGHT;
  const options = {
    theme,
    disableSearch: true,
    payloadSampleIdx: 3, // after curl, TypeScript and Python
    hideDownloadButton: true,
    scrollYOffset: "body > header",
    nativeScrollbars: true,
  };
  Redoc.init("/v1/openapi.json", options, target, (error) => {
    if (error) target.textContent = "The reference could not be loaded.";
    document.documentElement.dataset.ready = "true";
  });
};
prefersDark.addEventListener("change", () => location.reload());
draw();
