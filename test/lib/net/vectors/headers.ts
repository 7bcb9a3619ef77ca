import { privately as at, named, type Vectors } from "./vector.ts";

const report = JSON.stringify({ group: "a", max_age: 100, endpoints: [{ url: at("network-error", "https") }] });

/** A header of the page sends the browser to a private address. */
export const headers: Vectors = named("header", {
  link: {
    html: "<p>x",
    headers: { link: `<${at("link.css")}>; rel=preload; as=style, <http://10.0.0.5>; rel=preconnect` },
  },
  "CSP report": {
    html: `<img src="/nope">`,
    headers: { "content-security-policy": `img-src 'none'; report-uri ${at("csp-report")}` },
  },
  refresh: { html: "<p>x", headers: { refresh: `0;url=${at("refresh-header")}` } },
  "alternative service": {
    html: `<script>setTimeout(() => fetch("/x"), 200)</script>`,
    headers: { "alt-svc": 'h3="10.0.0.5:443"; ma=3600, h2="10.0.0.5:443"' },
    secure: true,
    linger: 800,
  },
  "network error logging": {
    html: "<img src=/x>",
    headers: { "report-to": report, nel: '{"report_to":"a","max_age":100,"success_fraction":1,"failure_fraction":1}' },
    secure: true,
    linger: 800,
  },
});
