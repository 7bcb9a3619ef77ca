import { serveForks } from "../../../lib/workers/serve-forks.ts";
import { work } from "./work.ts";

serveForks(
  ({ head, body }: { head: string; body: Uint8Array }) => ({ head: work(head), body: [body] }),
  () => {},
);
