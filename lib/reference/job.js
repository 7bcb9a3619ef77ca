import { element } from "./element.js";

const FIRST_LOOK_MS = 300;
const LONGEST_LOOK_MS = 5000;

/** Each wait takes this many times as long as the one before. */
const GROWTH = 1.5;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const hasEnded = ({ state }) => state !== "queued" && state !== "running";

const timesBegun = ({ attempts }) => (attempts === 1 ? "begun once" : `begun ${attempts} times`);

/** Asks how the job of an answer goes until it has ended, tells each state, and returns the job as it is then. */
const endOf = async (response, headers, tell) => {
  const address = new URL(response.headers.get("location"), response.url);
  let job = await response.json();
  for (let ms = FIRST_LOOK_MS; !hasEnded(job); ms = Math.min(LONGEST_LOOK_MS, ms * GROWTH)) {
    tell(`Job ${job.state}, ${timesBegun(job)} …`);
    await wait(ms);
    const look = await fetch(address, { headers });
    // An account may ask only so often: then it asks less often.
    if (look.ok) job = await look.json();
    else if (look.status !== 429 && look.status < 500) return { ...job, ...(await look.json()), state: "unknown" };
  }
  return job;
};

/** Follows the job that a request was answered with: what its end is in a line, whether it is a success, and what shows it. */
export const followJob = async (response, key, tell) => {
  const job = await endOf(response, { "X-API-Key": key }, tell);
  const { state, result } = job;
  const views = [element("pre", {}, JSON.stringify(job, null, 2))];
  if (result) {
    const link = element(
      "a",
      { href: result.url, download: result.name },
      `Save ${result.name} (${result.size} bytes)`,
    );
    views.unshift(element("p", {}, link));
  }
  return { text: `Job ${state}, ${timesBegun(job)}.`, isSuccess: state === "succeeded", views };
};
