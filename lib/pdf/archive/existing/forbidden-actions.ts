import type { Warning } from "../../../output/warnings.ts";
import { arrayAt, dictAt, dictOf, get, nameAt } from "../../access.ts";
import type { Dict, Value } from "../../objects.ts";
import { reachableDictionaries } from "../../reachable-objects.ts";

/** The types of actions that PDF/A allows (ISO 19005-2, 6.5.1). */
const ALLOWED_TYPES = new Set(["GoTo", "GoToR", "GoToE", "Thread", "URI", "SubmitForm"]);
const ALLOWED_NAMES = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
/** The other types of ISO 32000-1, 12.6.4, and the two older ones. */
const FORBIDDEN_TYPES = new Set(
  (
    "Launch Sound Movie ResetForm ImportData Hide SetOCGState Rendition Trans GoTo3DView JavaScript RichMediaExecute " +
    "set-state no-op noop"
  ).split(" "),
);

/** The keys of actions. */
const ACTION_KEYS = ["A", "OpenAction", "PA"];

const isForbidden = (action: Value): boolean => {
  const type = nameAt(action, "S");
  if (type === "Named") return !ALLOWED_NAMES.has(nameAt(action, "N") ?? "");
  return (
    type !== undefined && !ALLOWED_TYPES.has(type) && (FORBIDDEN_TYPES.has(type) || nameAt(action, "Type") === "Action")
  );
};

const SCRIPTS_REMOVED: Warning = {
  code: "script-removed",
  message: "Scripts of the document were removed, because PDF/A forbids them (ISO 19005-2, 6.5.1).",
};
const ACTIONS_REMOVED: Warning = {
  code: "action-removed",
  message: "Actions that PDF/A forbids were removed, such as one that starts a program (ISO 19005-2, 6.5).",
};

/** Adds the warning about the removal of an action. */
const warn = (action: Value | undefined, warnings: Set<Warning>): void => {
  warnings.add(nameAt(action, "S") === "JavaScript" ? SCRIPTS_REMOVED : ACTIONS_REMOVED);
};

/** Removes forbidden actions from the whole chain that follows an action. `seen` has the actions that are done. */
const dropNext = (action: Dict, seen: Set<Dict>, warnings: Set<Warning>): void => {
  const waiting: (Dict | undefined)[] = [action];
  for (let holder = waiting.pop(); waiting.length > 0 || holder !== undefined; holder = waiting.pop()) {
    if (holder === undefined || seen.has(holder)) continue;
    seen.add(holder);
    const next: Value | undefined = holder.get("Next");
    if (next === undefined) continue;
    const list: Value[] = arrayAt(holder, "Next") ?? [next];
    const kept = list.filter((entry) => !isForbidden(entry));
    for (const entry of list) if (isForbidden(entry)) warn(entry, warnings);
    if (kept.length === 0) holder.delete("Next");
    else holder.set("Next", kept.length === 1 && kept[0] !== undefined ? kept[0] : kept);
    for (const entry of kept) waiting.push(dictOf(entry));
  }
};

/** Removes the actions of events (`AA`), which annotations and pages may share. */
const dropEvents = (dict: Dict, warnings: Set<Warning>): void => {
  const events = dictAt(dict, "AA");
  if (events === undefined) return;
  const actions = [...events.values()].filter((action) => nameAt(action, "S") !== undefined);
  // Other dictionaries may have an entry with this name, such as resources with a font `AA`.
  if (actions.length === 0 && events.size > 0) return;
  for (const action of actions) warn(action, warnings);
  dict.delete("AA");
};

const dropFrom = (dict: Dict, seen: Set<Dict>, warnings: Set<Warning>): void => {
  dropEvents(dict, warnings);
  if (nameAt(dict, "Subtype") === "Widget" && dictAt(dict, "A") !== undefined) {
    warn(dict.get("A"), warnings);
    dict.delete("A");
  }
  for (const key of ACTION_KEYS) {
    const action = dictAt(dict, key);
    if (action === undefined || action.get("S") === undefined) continue;
    if (isForbidden(action)) {
      warn(action, warnings);
      dict.delete(key);
    } else dropNext(action, seen, warnings);
  }
};

/** Removes the scripts and actions of a document that PDF/A forbids. Returns a warning for each kind. */
export const dropForbiddenActions = (catalog: Dict): Warning[] => {
  const warnings = new Set<Warning>();
  const names = dictAt(catalog, "Names");
  if (get(names, "JavaScript") !== undefined) {
    names?.delete("JavaScript");
    warnings.add(SCRIPTS_REMOVED);
  }
  const seen = new Set<Dict>();
  for (const dict of reachableDictionaries(catalog)) dropFrom(dict, seen, warnings);
  return [...warnings];
};
