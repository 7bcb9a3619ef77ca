import { defineMdastPlugin } from "satteri";

const ALERT_MARK = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;

/** Styles GitHub's alerts: a quotation that begins with `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`. */
export const styleAlerts = () =>
  defineMdastPlugin({
    name: "alerts",
    blockquote(node, context) {
      const [first] = node.children;
      const opening = first?.type === "paragraph" ? first.children[0] : undefined;
      const [mark, kind] = (opening?.type === "text" && ALERT_MARK.exec(opening.value)) || [];
      if (opening?.type !== "text" || mark === undefined || kind === undefined) return;
      const name = kind.toLowerCase();
      context.setProperty(opening, "value", opening.value.slice(mark.length));
      context.setProperty(node, "data", { hName: "div", hProperties: { className: ["alert", `alert-${name}`] } });
      context.prependChild(node, {
        type: "paragraph",
        data: { hProperties: { className: ["alert-title"] } },
        children: [{ type: "text", value: name.charAt(0).toUpperCase() + name.slice(1) }],
      });
    },
  });
