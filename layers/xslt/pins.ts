/** The Debian release of libxml2, libxslt and the compilers, with its security fixes. */
export const RELEASE = "bookworm";

/** Source packages, in the order in which they are built. */
export const SOURCES = ["libxml2", "libxslt"] as const;

/** The packages whose versions decide the bytes of the module. */
export const COMPILERS = ["clang-16", "libllvm16", "lld-16", "wasi-libc", "libclang-rt-16-dev-wasm32"] as const;

/** All packages of the toolchain, down to the C library. Nothing of the machine is used, so every machine gives the same bytes. */
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
