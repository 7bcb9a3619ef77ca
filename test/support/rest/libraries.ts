import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** npm packages that animate pages or draw into them, with versions. */
const VERSIONS: Readonly<Record<string, string>> = {
  alpinejs: "3.17.5",
  "animate.css": "4.1.1",
  animejs: "3.2.2",
  aos: "2.3.4",
  apexcharts: "4.7.0",
  "billboard.js": "4.1.0",
  bootstrap: "5.3.9",
  bulma: "1.0.4",
  "chart.js": "4.6.1",
  chartist: "1.5.0",
  "countup.js": "2.10.1",
  d3: "7.9.2",
  echarts: "6.1.0",
  flickity: "3.0.0",
  "foundation-emails": "2.5.1",
  "foundation-sites": "6.9.0",
  "frappe-charts": "1.6.2",
  "github-markdown-css": "5.9.0",
  gsap: "3.15.0",
  highcharts: "13.1.1",
  jquery: "4.0.0",
  katex: "0.19.1",
  knockout: "3.5.3",
  lazysizes: "5.3.2",
  leaflet: "1.9.4",
  "lottie-web": "5.13.0",
  "masonry-layout": "4.2.2",
  mathjax: "3.2.2",
  mermaid: "10.9.8",
  mithril: "2.3.8",
  odometer: "0.4.8",
  p5: "2.3.4",
  "plotly.js-basic-dist-min": "4.1.1",
  preact: "10.26.4",
  "progressbar.js": "1.1.1",
  react: "18.3.1",
  "react-dom": "18.3.1",
  roughjs: "4.6.6",
  "sal.js": "0.8.5",
  scrollreveal: "4.0.9",
  "@splidejs/splide": "4.1.4",
  swiper: "14.4.0",
  tailwindcss: "2.2.19",
  "typed.js": "3.0.0",
  uplot: "1.6.32",
  vivus: "0.4.6",
  vue: "3.5.45",
  "wow.js": "1.2.2",
  zdog: "1.1.3",
};

/** The folder whose `node_modules` holds the libraries. */
export const librariesFolder = join(tmpdir(), "platen-bench-libraries");

/** Fetches the libraries from npm into a temp folder, once. */
const fetchLibraries = (): void => {
  const manifest = JSON.stringify({ private: true, dependencies: VERSIONS });
  const kept = join(librariesFolder, "fetched.json");
  if (existsSync(kept) && readFileSync(kept, "utf8") === manifest) return;
  mkdirSync(librariesFolder, { recursive: true });
  writeFileSync(join(librariesFolder, "package.json"), manifest);
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--legacy-peer-deps"];
  execFileSync("npm", ["install", "--silent", ...options], { cwd: librariesFolder, stdio: "inherit" });
  renameSync(join(librariesFolder, "package.json"), kept);
};

fetchLibraries();

const source = (path: string): string => readFileSync(join(librariesFolder, "node_modules", path), "utf8");

/** An inline script element with a file of a library. Throws an Error if there is no such file. */
export const script = (path: string): string =>
  `<script>${source(path)
    .replace(/<\/(?=script)/gi, "<\\/")
    .replace(/<!--/g, "<\\!--")}</script>`;

/** An inline style element with a file of a library. Throws an Error if there is no such file. */
export const style = (path: string): string => `<style>${source(path)}</style>`;
