// The page on which a person calls the service: controls from the OpenAPI document, the curl line, the answer.
import { answerView } from "./answer.js";
import { element } from "./element.js";
import { fieldOf } from "./fields.js";
import { followJob } from "./job.js";
import { requestOf } from "./request.js";
import { resolved } from "./schema.js";

const byId = (id) => document.getElementById(id);
const [form, key, operation, type] = ["request", "key", "operation", "type"].map(byId);
const [metadata, later] = ["metadata", "later"].map(byId);
const [help, holder, command, status, answer] = ["operation-help", "fields", "command", "status", "answer"].map(byId);

const api = await (await fetch("/v1/openapi.json")).json();
// A list of requests is nothing for this page: it is answered later in any case.
const operations = Object.entries(api.paths).flatMap(([path, { post }]) =>
  post?.responses[200] ? [{ path, ...post }] : [],
);
let fields = [];

const chosen = () => operations.find(({ path }) => path === operation.value);
const media = () => chosen().requestBody.content[type.value];

/** Whether the chosen operation may be answered later. */
const canWait = () => chosen().responses[202] !== undefined;

const outputName = ({ responses }) => /`([\w.-]+)`/.exec(responses[200].description)?.[1];

const currentRequest = () => {
  const { properties } = resolved(api, media().schema);
  const values = fields.map((field) => [field.name, field.read()]).filter(([, value]) => value !== undefined);
  const url = api.servers[0].url + operation.value;
  const output = outputName(chosen());
  const wishes = { metadata: metadata.checked, later: canWait() && later.checked, output };
  return { url, ...requestOf({ url, key: key.value, type: type.value, values, properties, ...wishes }) };
};

const showCommand = () => {
  command.textContent = currentRequest().command;
};

const showFields = () => {
  const { schema, example = {} } = media();
  const { properties, required = [] } = resolved(api, schema);
  fields = Object.entries(properties).map(([name, inner]) =>
    fieldOf(api, `field-${name}`, name, inner, required.includes(name), example[name]),
  );
  holder.replaceChildren(...fields.map(({ made }) => made));
  showCommand();
};

const showOperation = () => {
  const { description, requestBody } = chosen();
  help.textContent = description.replaceAll("`", "");
  const types = Object.keys(requestBody.content);
  type.replaceChildren(
    ...types.map((value) => element("option", { value }, value === "application/json" ? "JSON" : "a form with files")),
  );
  byId("type-field").hidden = types.length === 1;
  byId("later-field").hidden = !canWait();
  showFields();
};

/** Shows how a request has gone: in a line, whether that is a success, and in detail. */
const showEnd = (text, isSuccess, views) => {
  status.className = isSuccess ? "" : "failed";
  status.textContent = text;
  answer.replaceChildren(...views);
  status.scrollIntoView({ block: "nearest" });
};

const tell = (text) => {
  status.textContent = text;
};

const send = async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  status.className = "";
  status.textContent = "Working …";
  answer.replaceChildren();
  try {
    const { url, init } = currentRequest();
    const response = await fetch(url, init);
    if (response.status === 202) {
      const { text, isSuccess, views } = await followJob(response, key.value, tell);
      showEnd(text, isSuccess, views);
    } else showEnd(`${response.status} ${response.ok ? "OK" : "failed"}`, response.ok, await answerView(response));
  } catch (error) {
    status.className = "failed";
    status.textContent = `The service cannot be reached: ${error.message}`;
  }
  button.disabled = false;
};

operation.append(...operations.map(({ path, summary }) => element("option", { value: path }, `${summary} — ${path}`)));
// The first choice is one that needs no file and makes a PDF.
const isSimple = ({ requestBody, responses }) =>
  requestBody.content["application/json"]?.example && responses[200].content["application/pdf"];
operation.value = operations.find(isSimple)?.path;
// A link may carry the key behind the #, which browsers do not send. It does not stay in the address.
key.value = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";
history.replaceState(null, "", location.pathname);
// These hear of a choice before the form does, because events rise.
operation.addEventListener("input", showOperation);
type.addEventListener("input", showFields);
form.addEventListener("input", showCommand);
form.addEventListener("change", showCommand);
form.addEventListener("submit", send);
showOperation();
document.documentElement.dataset.ready = "true";
