/** Lets documents reach this machine's web servers; imported before the settings are read. */
process.env["PLATEN_EGRESS_ALLOW"] = "127.0.0.1,printer.example";
