import type { Network } from "./network.ts";
import type { SimulatedProcess, World } from "./world.ts";

/** Servers are killed between two steps: after a command of theirs is done, before they are told so. */
const [MOST_KILLS, KILL_PROBABILITY] = [4, 0.02];

/** What happens to the servers of a service. */
interface Disturbed {
  readonly network: Network;
  readonly servers: readonly SimulatedProcess[];
  readonly start: () => void;
  /** Until when (ms of the world). */
  readonly until: number;
}

/** Lets servers be killed and stand still, and the table be away, now and then. */
export const disturb = (world: World, { network, servers, start, until }: Disturbed): void => {
  const often = (most: number, disturbance: () => void) => {
    const times = Math.floor(world.between(0, most + 1));
    for (let time = 0; time < times; time++) world.after(world.between(0, until), disturbance);
  };
  const server = () => servers[Math.floor(world.random() * servers.length)]!;
  let kills = Math.floor(world.between(0, MOST_KILLS + 1));
  network.done = (process) => {
    if (process === undefined || world.now > until || kills === 0 || !world.chance(KILL_PROBABILITY)) return;
    kills--;
    process.isAlive = false;
    world.after(world.between(100, 20_000), start);
  };
  often(4, () => {
    server().pausedUntil = world.now + world.between(1000, 250_000);
  });
  often(1, () => {
    network.outageUntil = world.now + world.between(2000, 40_000);
  });
};
