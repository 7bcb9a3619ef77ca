const { createRequire } = require("node:module");
const { join, resolve } = require("node:path");

const CODES = { 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 413: "FILE_TOO_LARGE", 502: "PROCESSING_FAILED" };
const MESSAGES = {
  NOT_FOUND: "There is nothing at this path.",
  METHOD_NOT_ALLOWED: "This path takes POST.",
  FILE_TOO_LARGE: "The body is larger than the gateway takes.",
  PROCESSING_FAILED: "The document could not be processed.",
};
const MOST_BYTES = 101 * 1024 * 1024;

const DATA = resolve(process.env.PLATEN_DATA || ".platen");
const PUT_PATH = "/v1/uploads/";

/** Takes a body that is sent ahead of its request, as S3 would. */
const takeUpload = async ({ params, url, headers, payload }, toolkit) => {
  const { FolderBodies } = await import("../../lib/stored-bodies/folder.ts");
  const announced = { contentType: headers["content-type"] ?? "", contentLength: Number(headers["content-length"]) };
  try {
    const uploads = new FolderBodies(join(DATA, "uploads"));
    await uploads.take(params.key, url.searchParams, announced, payload);
    return toolkit.response().code(200);
  } catch ({ code = "SERVICE_UNAVAILABLE", message }) {
    return toolkit.response({ error: { code, message } }).code(code === "INVALID_REQUEST" ? 400 : 503);
  }
};

/** Lets serverless-offline take bodies of every size, and puts the answers it makes itself into our envelope. */
module.exports = class Offline {
  constructor(serverless) {
    // Only `serverless offline` loads the server; packaging needs none.
    if (!process.argv.includes("offline")) return;
    // Of this process's environment functions get what serverless.yml names, as on AWS.
    serverless.service.provider.environment.PLATEN_DATA = DATA;
    // What only AWS has a name for would arrive as an object.
    delete serverless.service.provider.environment.PLATEN_UPLOADS_BUCKET;
    const entry = join(serverless.serviceDir, "node_modules/serverless-offline/src/index.js");
    const { Server } = createRequire(entry)("@hapi/hapi");
    const prototype = Object.getPrototypeOf(new Server({ autoListen: false }));
    const { route, start } = prototype;
    prototype.route = function (options) {
      for (const { options: { payload } = {} } of [options].flat())
        if (payload?.maxBytes) payload.maxBytes = MOST_BYTES;
      return route.call(this, options);
    };
    prototype.start = function () {
      this.route({
        method: "PUT",
        path: `${PUT_PATH}{key*}`,
        options: { payload: { output: "stream", parse: false, maxBytes: MOST_BYTES } },
        handler: takeUpload,
      });
      this.ext("onPreResponse", ({ response }, toolkit) => {
        const own = response.isBoom || response.source?.error === "Serverless-offline: route not found.";
        const code = CODES[response.isBoom ? response.output.statusCode : response.statusCode];
        if (!own || !code) return toolkit.continue;
        const status = Number(Object.keys(CODES).find((key) => CODES[key] === code));
        return toolkit.response({ error: { code, message: MESSAGES[code] } }).code(status);
      });
      return start.call(this);
    };
  }
};
