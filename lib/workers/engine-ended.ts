/** An engine ended by itself, before it had answered. */
export class EngineEnded extends Error {
  override readonly name: string = "EngineEnded";
}
