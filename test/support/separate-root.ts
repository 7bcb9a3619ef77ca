/**
 * Shell functions for a script that makes a root. Both run in the folder of the root. `copy_libraries PROGRAM…` copies the
 * libraries of programs to where they lie on this machine; `bind_devices NAME…` shows devices of this machine.
 */
export const SHELL_FUNCTIONS = `
copy_libraries() {
  for program in "$@"; do
    [ -e "$program" ] || continue
    ldd "$program" | grep -o '/[^ ]*' | while read -r library; do
      mkdir -p ".\${library%/*}"
      [ -e ".$library" ] || cp "$library" ".$library"
      case $library in */libc.so.6) for part in resolv.so.2 rt.so.1; do cp "\${library%/*}/lib$part" ".\${library%/*}"; done;; esac
    done
  done
}
bind_devices() {
  for device in "$@"; do : > "dev/$device"; mount --bind "/dev/$device" "dev/$device"; done
}
`;
