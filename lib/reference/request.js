import { typeOf } from "./schema.js";

const inShell = (text) => (/^[\w=.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A text as it is, and any other value as JSON. */
const jsonOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));

const parsed = (value, schema) => {
  if (typeof value !== "string" || ["string", "number", "integer"].includes(typeOf(schema))) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value; // the service says what is wrong with it
  }
};

/** curl reads another meaning into these texts with `-F`: a file, quotes, a media type. It trims blanks, too. */
const SPECIAL_TO_CURL = /^[@<"\s]|;|\s$/;

const textOption = (name, text) =>
  `${SPECIAL_TO_CURL.test(text) ? "--form-string" : "-F"} ${inShell(`${name}=${text}`)}`;

/** A file name has to be quoted for curl if it has characters that separate names and attributes, quotes, or blanks at an end. */
const fileOption = (name, file) =>
  `-F ${inShell(`${name}=@${/[,;"]|^\s|\s$/.test(file) ? `"${file.replace(/["\\]/g, "\\$&")}"` : file}`)}`;

const formBody = (values) => {
  const body = new FormData();
  const options = [];
  for (const [name, value] of values) {
    if (Array.isArray(value)) {
      for (const file of value) body.append(name, file, file.name);
      options.push(...value.map((file) => fileOption(name, file.name)));
    } else {
      body.append(name, jsonOf(value));
      options.push(textOption(name, jsonOf(value)));
    }
  }
  return { body, command: options.join(" ") };
};

/** What is sent for these values by name: the request for `fetch`, and the same as a curl line. */
export const requestOf = ({ url, key, type, values, properties, metadata, later, output }) => {
  const isForm = type === "multipart/form-data";
  const json = JSON.stringify(
    Object.fromEntries(values.map(([name, value]) => [name, parsed(value, properties[name])])),
  );
  const { body, command } = isForm ? formBody(values) : { body: json, command: `-d ${inShell(json)}` };
  const headers = {
    "X-API-Key": key,
    ...(!isForm && { "Content-Type": type }),
    ...(metadata && { Accept: "application/json" }),
    ...(later && { Prefer: "respond-async" }),
  };
  const options = Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`);
  const file = output && !metadata && !later ? ` -o ${output}` : "";
  return {
    init: { method: "POST", headers, body },
    command: `curl --fail-with-body ${url} ${options.join(" ")}${file} \\\n  ${command}`,
  };
};
