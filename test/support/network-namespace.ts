import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Addresses of the namespace's own interface: one of each private kind, and a public one. */
const OWN_ADDRESSES = {
  4: ["93.184.216.99", "10.0.0.5", "169.254.169.254", "192.168.1.1", "172.16.0.1", "100.64.0.1"],
  6: ["fd00::1", "64:ff9b::a00:5"],
} as const;

/** Addresses of the internet: they lead back into the namespace, but no interface has them. */
const OTHER_ADDRESSES = { 4: ["93.184.216.34", "93.184.216.35"], 6: ["2606:2800:220:1::34"] } as const;

/** An address as hexadecimal digits in network order. */
const digitsOf = (address: string): string => {
  if (!address.includes(":")) {
    return address
      .split(".")
      .map((byte) => Number(byte).toString(16).padStart(2, "0"))
      .join("");
  }
  const [head = "", tail = ""] = address.split("::").map((half) =>
    half
      .split(":")
      .filter(Boolean)
      .map((group) => group.padStart(4, "0"))
      .join(""),
  );
  return head.padEnd(32 - tail.length, "0") + tail;
};

/**
 * Brings the interface up, and gives it addresses and routes, with the system calls of netdevice(7), ipv6(7) and
 * rtnetlink(7). In Perl, because every Debian has Perl, but not the program `ip`.
 */
const INTERFACE_SCRIPT = `
socket(my $four, 2, 2, 0) && socket(my $six, 10, 2, 0) || die $!;
sub ask { my ($socket, $call, $request) = @_; ioctl($socket, $call, $request) || die "ioctl $call: $!" }
ask($four, 0x8914, pack("a16 s x22", "lo", 0x41));
my $count = 0;
for (split / /, $ARGV[0]) {
  my $name = "lo:" . ++$count;
  ask($four, 0x8916, pack("a16 S x2 H8 x8 x8", $name, 2, $_));
  ask($four, 0x891c, pack("a16 S x2 H8 x8 x8", $name, 2, "ffffffff"));
}
ask($six, 0x8916, pack("H32 L l", $_, 128, 1)) for split / /, $ARGV[1];
socket(my $routes, 16, 3, 0) || die $!;
for (split / /, "$ARGV[2] $ARGV[3]") {
  my $bytes = pack("H*", $_);
  my ($family, $scope) = length($bytes) == 4 ? (2, 254) : (10, 0);
  my $route = pack("C8 L", $family, 8 * length($bytes), 0, 0, 255, 4, $scope, 2, 0);
  $route .= pack("S2", 4 + length($bytes), 1) . $bytes . pack("S2 L", 8, 4, 1);
  send($routes, pack("L S2 L2", 16 + length($route), 24, 0x605, 1, 0) . $route, 0) || die $!;
  recv($routes, my $answer, 4096, 0);
  my $error = unpack("x16 l", $answer);
  die "route: $error" if $error;
}`;

const digits = (addresses: readonly string[]): string => `'${addresses.map(digitsOf).join(" ")}'`;

const setUp = (folder: string): string => `
set -e
perl -e '${INTERFACE_SCRIPT}' ${[OWN_ADDRESSES, OTHER_ADDRESSES].flatMap((kind) => [kind[4], kind[6]].map(digits)).join(" ")}
echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind
echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start
mount --bind ${folder}/resolv.conf /etc/resolv.conf
mount --bind ${folder}/hosts /etc/hosts
exec "$@"`;

const enter = (words: readonly string[], milliseconds: number, environment: NodeJS.ProcessEnv = process.env) => {
  const folder = mkdtempSync(join(tmpdir(), "platen-namespace-"));
  writeFileSync(join(folder, "resolv.conf"), "nameserver 127.0.0.1\noptions timeout:1\n");
  writeFileSync(join(folder, "hosts"), "127.0.0.1 localhost\n::1 localhost\n");
  try {
    return spawnSync("unshare", ["--map-root-user", "--net", "--mount", "sh", "-c", setUp(folder), "sh", ...words], {
      encoding: "utf8",
      timeout: milliseconds,
      env: environment,
      maxBuffer: 64 * 1024 * 1024,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The reason why this machine cannot make a network namespace; undefined if it can. */
export const namespaceRefused = (): string | undefined => {
  const { status, stderr, error } = enter(["true"], 10_000);
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split("\n").at(-1) ?? "refused");
};

/** Runs a TypeScript file in a separate network, whose name server must be at 127.0.0.1. Returns its output. */
export const inNamespace = (
  file: string,
  words: readonly string[],
  options: { milliseconds: number; environment?: object },
): string => {
  const environment = { ...process.env, ...options.environment };
  const { status, signal, stdout, stderr } = enter(
    [process.execPath, file, ...words],
    options.milliseconds,
    environment,
  );
  if (status !== 0) throw new Error(`${file} ended with ${status ?? signal}: ${stderr.slice(-2000)}`);
  return stdout;
};
