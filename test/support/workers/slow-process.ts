// A process whose start takes more than a second of processor time, which is what a long job takes.
const START_MICROSECONDS = 1_500_000;
const hasStarted = () => {
  const { user, system } = process.cpuUsage();
  return user + system > START_MICROSECONDS;
};
while (!hasStarted());

await import("./process.ts");
