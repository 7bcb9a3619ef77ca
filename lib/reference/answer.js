import { element } from "./element.js";

let lastAddress;

const headerTable = (headers) => {
  const rows = [...headers].map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)),
  );
  return element("table", {}, element("caption", {}, "Headers"), element("tbody", {}, ...rows));
};

const nameIn = (headers) => /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "answer";

/** The file as a link and, as far as the browser can show it, in a frame without rights. */
const fileView = (blob, name) => {
  if (lastAddress) URL.revokeObjectURL(lastAddress);
  lastAddress = URL.createObjectURL(blob);
  const link = element("a", { href: lastAddress, download: name }, `Save ${name} (${blob.size} bytes)`);
  const isPdf = blob.type === "application/pdf";
  const canShow = isPdf ? navigator.pdfViewerEnabled : true;
  const views = [element("p", {}, link)];
  if (isPdf)
    views.push(element("p", {}, element("a", { href: lastAddress, target: "_blank" }, "Open it in a new tab")));
  if (canShow) {
    const frame = element("iframe", { title: `The file ${name}`, src: lastAddress });
    // The browser's own viewer of PDF files does not run in a sandbox.
    if (!isPdf) frame.setAttribute("sandbox", "");
    views.push(frame);
  }
  return views;
};

/** The elements that show an answer. */
export const answerView = async (response) => {
  const { headers } = response;
  const type = headers.get("content-type") ?? "";
  if (type !== "application/json") return [...fileView(await response.blob(), nameIn(headers)), headerTable(headers)];
  const text = JSON.stringify(await response.json(), null, 2);
  return [element("pre", {}, text), headerTable(headers)];
};
