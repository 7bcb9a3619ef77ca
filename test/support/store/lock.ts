// A process that locks each folder whose name it receives, and answers whether it has the lock. It unlocks none.
import { lockFolder } from "../../../local/store/lock.ts";

const unlocks: unknown[] = [];

process.on("message", (folder: string) => {
  const unlock = lockFolder(folder);
  unlocks.push(unlock); // a lock that nobody holds would end with the garbage
  process.send!(unlock !== undefined);
});
