/** WASI's error code "bad file descriptor": the module has no files. */
const BAD_DESCRIPTOR_ERRNO = 8;

const FILE_FUNCTIONS = [
  "close",
  "fdstat_get",
  "fdstat_set_flags",
  "prestat_get",
  "prestat_dir_name",
  "read",
  "seek",
  "write",
];
const PATH_FUNCTIONS = ["create_directory", "filestat_get", "open"];

/**
 * The part of WASI that the module's C library imports: a clock (`now`, in ms since 1970), and no arguments, environment, files or sockets.
 * https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md
 */
export const wasiImports = (memory: WebAssembly.Memory, now: () => number): WebAssembly.ModuleImports => {
  const view = () => new DataView(memory.buffer);
  const badDescriptor = () => BAD_DESCRIPTOR_ERRNO;
  return {
    environ_get: () => 0,
    environ_sizes_get(count: number, size: number) {
      view().setUint32(count >>> 0, 0, true);
      view().setUint32(size >>> 0, 0, true);
      return 0;
    },
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      view().setBigUint64(at >>> 0, BigInt(now()) * 1_000_000n, true);
      return 0;
    },
    proc_exit(status: number) {
      throw new Error(`libxslt ended with ${status}`);
    },
    ...Object.fromEntries([
      ...FILE_FUNCTIONS.map((name) => [`fd_${name}`, badDescriptor]),
      ...PATH_FUNCTIONS.map((name) => [`path_${name}`, badDescriptor]),
    ]),
  };
};
