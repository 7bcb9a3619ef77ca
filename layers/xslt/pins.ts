/** The Debian release from which libxml2, libxslt and the compilers are taken, with its security fixes. */
export const RELEASE = "bookworm";

/** The source packages, in the order of their builds. */
export const SOURCES = ["libxml2", "libxslt"] as const;

/** The packages whose versions decide the bytes of the module. */
export const COMPILERS = ["clang-16", "libllvm16", "lld-16", "wasi-libc", "libclang-rt-16-dev-wasm32"] as const;

/**
 * All packages of the toolchain, with the C library. The machine's own files are not used, so every machine writes the same
 * bytes.
 */
export const PACKAGES = [
  ...COMPILERS,
  "libclang-common-16-dev",
  "libclang-cpp16",
  "linux-libc-dev",
  "patch",
  "xz-utils",
  "libbsd0",
  "libc6",
  "libedit2",
  "libffi8",
  "libgcc-s1",
  "libicu72",
  "liblzma5",
  "libmd0",
  "libstdc++6",
  "libtinfo6",
  "libxml2",
  "libz3-4",
  "libzstd1",
  "zlib1g",
] as const;
