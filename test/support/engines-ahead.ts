// A service that is started in this process starts its engines before it is ready, as it does by default outside of tests.
process.env["PLATEN_ENGINE_START"] = "ahead";
