const { createRequire } = require("node:module");
const { join, resolve } = require("node:path");

const { errorBody } = require("../../lib/errors/error-body.ts");
const { OUTSIDE_MESSAGES, STATUS } = require("../../lib/errors/service-error.ts");
const { DEFAULT_REASONS } = require("../../lib/errors/reasons.ts");

/** Codes of the errors that serverless-offline makes itself, by its statuses. */
const CODES = { 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 413: "FILE_TOO_LARGE", 502: "PROCESSING_FAILED" };
const MAX_BODY_BYTES = 101 * 1024 * 1024;

const DATA_FOLDER = resolve(process.env.PLATEN_DATA || ".platen");
const PUT_PATH = "/v1/uploads/";

/** Stores a body that is sent ahead of its request, as S3 would. */
const takeUpload = async ({ params, url, headers, payload }, toolkit) => {
  const { FolderBodies } = await import("../../lib/stored-bodies/folder.ts");
  const announced = { contentType: headers["content-type"] ?? "", contentLength: Number(headers["content-length"]) };
  try {
    const uploads = new FolderBodies(join(DATA_FOLDER, "uploads"));
    await uploads.take(params.key, url.searchParams, announced, payload);
    return toolkit.response().code(200);
  } catch ({ code = "SERVICE_UNAVAILABLE", message, reason = DEFAULT_REASONS[code] }) {
    return toolkit.response(errorBody({ code, message, reason })).code(STATUS[code]);
  }
};

/** Lets serverless-offline take bodies of every size, and gives the errors that it makes itself the service's envelope. */
module.exports = class Offline {
  constructor(serverless) {
    // Only `serverless offline` has a server.
    if (!process.argv.includes("offline")) return;
    // As on AWS, functions get only the environment variables that serverless.yml names.
    serverless.service.provider.environment.PLATEN_DATA = DATA_FOLDER;
    // A reference to an AWS resource would arrive as an object.
    delete serverless.service.provider.environment.PLATEN_UPLOADS_BUCKET;
    for (const { environment } of Object.values(serverless.service.functions)) {
      delete environment?.PLATEN_JOB_QUEUES;
      delete environment?.PLATEN_CALLBACK_QUEUE;
    }
    const entry = join(serverless.serviceDir, "node_modules/serverless-offline/src/index.js");
    const { Server } = createRequire(entry)("@hapi/hapi");
    const prototype = Object.getPrototypeOf(new Server({ autoListen: false }));
    const { route, start } = prototype;
    prototype.route = function (options) {
      for (const { options: { payload } = {} } of [options].flat())
        if (payload?.maxBytes) payload.maxBytes = MAX_BODY_BYTES;
      return route.call(this, options);
    };
    prototype.start = function () {
      this.route({
        method: "PUT",
        path: `${PUT_PATH}{key*}`,
        options: { payload: { output: "stream", parse: false, maxBytes: MAX_BODY_BYTES } },
        handler: takeUpload,
      });
      this.ext("onPreResponse", ({ response }, toolkit) => {
        const isOwnError = response.isBoom || response.source?.error === "Serverless-offline: route not found.";
        const code = CODES[response.isBoom ? response.output.statusCode : response.statusCode];
        if (!isOwnError || !code) return toolkit.continue;
        const [message, reason] = [OUTSIDE_MESSAGES[code], DEFAULT_REASONS[code]];
        return toolkit.response(errorBody({ code, message, reason })).code(STATUS[code]);
      });
      return start.call(this);
    };
  }
};
