import { simulate } from "./simulate.ts";

// Runs the worlds of as many seeds from a first one on. Prints as JSON what does not hold, each with its seed. It is a
// process of its own because the hooks of the test runner make each promise three times as slow.
const [first = 1, count = 1] = process.argv.slice(2).map(Number);
// Failures of the network are logged, many thousands of them.
process.stderr.write = () => true;
const wrong: string[] = [];
for (let seed = first; seed < first + count; seed++)
  wrong.push(...(await simulate(seed)).map((problem) => `seed ${seed}: ${problem}`));
process.stdout.write(JSON.stringify(wrong));
