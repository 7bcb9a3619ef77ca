import "./own-service.ts";

// Must be imported before the settings are read.
Object.assign(process.env, { PLATEN_BROWSER_START: "fork" });
