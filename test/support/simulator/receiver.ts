import type { Post, Posted } from "../../../lib/callbacks/post.ts";
import { DEAD_PATH } from "./orders.ts";
import type { World } from "./world.ts";

/** How a receiver answers a message: whether it has taken it, and what the sender hears of that, after which time. */
interface Answer {
  readonly isTaken: boolean;
  readonly posted: Posted;
  readonly ms: { readonly least: number; readonly most: number };
}

/** A message that was sent: when (ms of the world), and how it was answered. */
export interface Message {
  readonly id: string;
  readonly at: number;
  readonly body: string;
  readonly answer: Answer;
}

const QUICK = { least: 5, most: 500 };
/** The sender waits no longer. */
const NO_ANSWER = { posted: { error: "no answer in time" }, ms: { least: 20_000, most: 20_000 } } as const;
const NO_CONNECTION = { posted: { error: "connection failed" }, ms: QUICK } as const;

const TAKEN: Answer = { isTaken: true, posted: { status: 200 }, ms: QUICK };
const REFUSED: Answer = { isTaken: false, posted: { status: 500 }, ms: QUICK };

/** The other answers, and how probable they are. */
const ANSWERS: readonly (readonly [probability: number, answer: Answer])[] = [
  [0.1, { isTaken: true, posted: { status: 204 }, ms: { least: 3000, most: 19_000 } }],
  [0.1, { isTaken: true, ...NO_CONNECTION }],
  [0.07, { isTaken: true, ...NO_ANSWER }],
  [0.07, { isTaken: false, ...NO_ANSWER }],
  [0.1, REFUSED],
  [0.04, { isTaken: false, posted: { status: 503, retryAfter: "40" }, ms: QUICK }],
  [0.05, { isTaken: false, posted: { status: 410 }, ms: QUICK }],
];

/** Those who are told of ends. Some of them never take a message. */
export class Receiver {
  readonly messages: Message[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  readonly post: Post = (url, { headers, body }, signal) => {
    const world = this.#world;
    const answer = this.#answerAt(url);
    this.messages.push({ id: headers["webhook-id"] ?? "", at: world.now, body, answer });
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      const { least, most } = answer.ms;
      world.afterIn(world.process, world.between(least, most), () => resolve(answer.posted));
    });
  };

  #answerAt({ pathname }: URL): Answer {
    let chance = this.#world.random();
    for (const [probability, answer] of ANSWERS) {
      if (chance < probability) return pathname === DEAD_PATH && answer.isTaken ? REFUSED : answer;
      chance -= probability;
    }
    return pathname === DEAD_PATH ? REFUSED : TAKEN;
  }
}
