/** The Debian release that libxml2 and libxslt come from, with its security fixes, and the compilers too. */
export const RELEASE = "bookworm";

/** Source packages, in the order in which they are built. */
export const SOURCES = ["libxml2", "libxslt"] as const;

/** The packages whose versions decide the bytes that come out. */
export const COMPILERS = ["clang-16", "libllvm16", "lld-16", "wasi-libc", "libclang-rt-16-dev-wasm32"] as const;

/** What compiles them, down to the C library: no compiler of the machine takes part, so that the bytes are the same. */
export const PACKAGES = [
  ...COMPILERS,
  "libclang-common-16-dev",
  "libclang-cpp16",
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
