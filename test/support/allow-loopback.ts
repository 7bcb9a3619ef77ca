import "./own-service.ts";

/** Allows documents to reach web servers of this machine. Must be imported before the settings are read. */
process.env["PLATEN_EGRESS_ALLOW"] = "127.0.0.1,printer.example";
