/** The part of WebAssembly's JavaScript interface that is used here; TypeScript declares it only in its DOM types. */
declare namespace WebAssembly {
  class Module {
    private constructor();
  }
  class Memory {
    constructor(limits: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }
  type ModuleImports = Record<string, unknown>;
  class Instance {
    constructor(module: Module, imports: Record<string, ModuleImports>);
    readonly exports: unknown;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
