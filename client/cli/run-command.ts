import { createClient } from "../client.ts";
import type { Arguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { eachOf } from "./each-of.ts";
import { CommandError, EXIT_CODES, exitCodeOf } from "./exit-codes.ts";
import { STANDARD_STREAM } from "./input-files.ts";
import { type Job, jobName, jobsOf, wantedOf } from "./jobs.ts";
import { isThere } from "./output-files.ts";
import { Progress } from "./progress.ts";
import { failureLine, type Style, successLine } from "./report.ts";
import { type Run, runJob } from "./run-job.ts";
import { settingsOf } from "./settings.ts";

/** Runs the jobs of a command and prints their outcomes. Returns the exit code: that of the first job that fails. */
const runJobs = async (run: Run, jobs: readonly Job[], concurrency: number, style: Style): Promise<number> => {
  const progress = new Progress(jobs.length, style.isQuiet);
  const codes: number[] = [];
  await eachOf(jobs, concurrency, async (job, index) => {
    const name = jobName(job, run.command);
    try {
      const outcome = await runJob(run, job);
      progress.step(successLine(name, job.files, outcome, style));
    } catch (error) {
      codes[index] = run.options.signal?.aborted ? EXIT_CODES.interrupted : exitCodeOf(error);
      if (!run.options.signal?.aborted) progress.step(failureLine(name, job.files, error, style));
    }
  });
  progress.clear();
  return codes.find((code) => code !== undefined) ?? EXIT_CODES.success;
};

/** Runs a command that returns JSON and needs no file. */
const runQuery = async ({ client, command, options }: Run, isJson: boolean): Promise<number> => {
  const answer = await client[command.operation as "account"](undefined, options);
  process.stdout.write(`${isJson ? JSON.stringify(answer) : JSON.stringify(answer, null, 2)}\n`);
  return EXIT_CODES.success;
};

/** Flags that mean nothing to a command that makes no file. */
const FILE_FLAGS = ["output", "out-dir", "no-clobber", "metadata", "dry-run", "async"];

/** Runs a command. Returns the exit code. */
export const runCommand = async (
  command: Command,
  { values, files }: Arguments,
  signal: AbortSignal,
): Promise<number> => {
  const { url, key, concurrency, timeoutMs } = settingsOf(values);
  const style = { isJson: values["json"] === true, isQuiet: values["quiet"] === true, wanted: wantedOf(values) };
  const options = { signal, timeoutMs };
  const run = {
    client: createClient({ url, key }),
    command,
    wanted: style.wanted,
    isLater: values["async"] === true,
    options,
  };
  if (command.fileName === undefined) {
    const useless = FILE_FLAGS.find((flag) => values[flag] !== undefined);
    if (useless !== undefined || files.length > 0) {
      throw new CommandError("usage", `${command.name} takes no ${useless === undefined ? "file" : `--${useless}`}`);
    }
    return runQuery(run, style.isJson);
  }
  const jobs = await jobsOf(command, values, files);
  if (style.isJson && jobs[0]?.output === STANDARD_STREAM) {
    throw new CommandError("usage", "--json and -o - exclude each other");
  }
  const isKept = ({ output }: Job) => values["no-clobber"] === true && output !== undefined && isThere(output);
  return runJobs(
    run,
    jobs.filter((job) => !isKept(job)),
    concurrency,
    style,
  );
};
