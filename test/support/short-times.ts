import "./own-service.ts";

// Must be imported before the settings are read.
Object.assign(process.env, { PLATEN_CPU_MS: "2000", PLATEN_STALL_MS: "30000" });
