import { element } from "./element.js";
import { filesOf, innerFields, resolved, typeOf } from "./schema.js";

const LONG_TEXTS = ["html", "markdown", "xml", "xslt"];

/** A label, a control and a sentence of help, which screen readers read with the control. */
const field = (id, name, schema, isRequired, control) => {
  control.id = id;
  control.setAttribute("aria-describedby", `${id}-help`);
  control.required = isRequired;
  const help = element("small", { id: `${id}-help` }, (schema.description ?? "").replaceAll("`", ""));
  return element("div", { className: "field" }, element("label", { for: id }, name), control, help);
};

/** An input for files, which can be chosen, or dropped on it. */
const fileField = (id, name, schema, isRequired, { several }) => {
  const input = element("input", { type: "file", multiple: several });
  const hint = several ? "Choose files, or drop them here." : "Choose a file, or drop it here.";
  const described = { ...schema, description: `${schema.description} ${hint}` };
  const made = field(id, name, described, isRequired, input);
  made.classList.add("drop");
  for (const type of ["dragenter", "dragover", "dragleave", "drop"]) {
    made.addEventListener(type, (event) => {
      event.preventDefault();
      made.classList.toggle("over", type === "dragenter" || type === "dragover");
      if (type !== "drop") return;
      input.files = event.dataTransfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
  return { name, made, read: () => (input.files.length === 0 ? undefined : [...input.files]) };
};

const choice = (id, name, schema, values, example) => {
  const none = element("option", { value: "" }, schema.default === undefined ? "" : `${schema.default} (default)`);
  const control = element(
    "select",
    {},
    none,
    ...values.map((value) => element("option", { value: String(value) }, String(value))),
  );
  if (example !== undefined) control.value = String(example);
  const made = field(id, name, schema, false, control);
  const read = () => values.find((value) => String(value) === control.value);
  return { name, made, read };
};

const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const asTyped = (text, type) => (type === "number" || type === "integer" ? Number(text) : text);

const textField = (id, name, schema, isRequired, example) => {
  const type = typeOf(schema);
  const isLong = LONG_TEXTS.includes(name);
  const limits =
    type === "number" || type === "integer"
      ? { type: "number", min: schema.minimum, max: schema.maximum, step: "any" }
      : {};
  const control = element(isLong ? "textarea" : "input", { spellcheck: false, ...limits });
  const given = schema.default ?? schema.examples?.[0];
  if (given !== undefined) control.placeholder = asText(given);
  if (example !== undefined) control.value = asText(example);
  const made = field(id, name, schema, isRequired, control);
  return { name, made, read: () => (control.value === "" ? undefined : asTyped(control.value, type)) };
};

/** The fields of an object of options, which are hidden until it is opened. */
const optionsField = (api, id, name, schema, example = {}) => {
  const fields = Object.entries(innerFields(api, schema)).map(([key, inner]) =>
    fieldOf(api, `${id}-${key}`, key, inner, false, example[key]),
  );
  const made = element("details", {}, element("summary", {}, name), ...fields.map((one) => one.made));
  const read = () => {
    const values = fields.map((one) => [one.name, one.read()]).filter(([, value]) => value !== undefined);
    return values.length === 0 ? undefined : Object.fromEntries(values);
  };
  return { name, made, read };
};

/** The control for a field or a part: its name, its element, and a function that reads its value. */
export const fieldOf = (api, id, name, reference, isRequired, example) => {
  const schema = resolved(api, reference);
  const files = filesOf(schema);
  if (files) return fileField(id, name, schema, isRequired, files);
  if (innerFields(api, schema)) return optionsField(api, id, name, schema, example);
  return schema.enum || typeOf(schema) === "boolean"
    ? choice(id, name, schema, schema.enum ?? [true, false], example)
    : textField(id, name, schema, isRequired, example);
};
