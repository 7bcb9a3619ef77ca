// A file that imports this before `platen.ts` starts a service in its own process, even if the run has one for all files.
delete process.env["TEST_SERVICE"];
