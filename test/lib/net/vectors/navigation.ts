import { goTo, named, privately, redirecting, type Vectors } from "./vector.ts";

/** The page itself goes to a private address. */
export const navigation: Vectors = named("navigation", {
  redirect: { html: goTo(redirecting(privately("redirect"))) },
  "meta refresh": { html: `<meta http-equiv=refresh content="0;url=${privately("refresh")}">` },
  script: { html: goTo(privately("script")) },
  form: {
    html: `<form method=post action="${privately("form")}"><input name=a></form><script>document.forms[0].submit()</script>`,
  },
  popup: { html: `<script>window.open("${privately("popup")}")</script>` },
  "XSLT document()": { html: `<script>location = "/transformed.xml"</script>` },
  "external entity": { html: `<script>location = "/entity.xml"</script>` },
  print: { html: `<script>window.print()</script>` },
});
