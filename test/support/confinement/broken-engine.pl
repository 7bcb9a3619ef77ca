#!/usr/bin/perl -w
# Stands in the place of the launcher, and plays an engine that was broken into: whatever the service starts behind walls,
# attempts.pl runs there instead, with the walls, the environment and the open files that the service gives. It does so twice:
# against a process of the same user, whose environment holds a secret, and against the service itself. The outcomes are
# in /attempts/results, and what the service permits the engine. Where /attempts/free exists, there are no walls. Where
# /attempts/port names a TCP port, that is the one to reach.
use strict;
use Socket;

my $launcher = "/attempts/launcher";
exec $launcher, @ARGV if $ARGV[0] eq "walls";
my @permissions;
push @permissions, shift while @ARGV && $ARGV[0] ne "--";
shift;
# A document is read in forks of a zygote, which may not fork again, nor read about other processes.
if ($ARGV[-1] eq "zygote") {
  pop;
  my @pairs = map { [@permissions[2 * $_, 2 * $_ + 1]] } 0 .. $#permissions / 2;
  @permissions = map { @$_ } grep { $_->[0] ne "fork" && $_->[1] ne "/proc" } @pairs;
}
my $engine = join "_", map { s/.*\///r } @ARGV[0, -1];
my ($job) = grep { $_ ne "/dev/null" } map { $permissions[$_] eq "write" ? $permissions[$_ + 1] : () } 0 .. $#permissions;
my $service = $$;

sub listener {
  my ($family, $type, $address) = @_;
  socket(my $socket, $family, $type, 0) or die $!;
  bind($socket, $address) or die $!;
  listen($socket, 9) if $type == SOCK_STREAM;
  return $socket;
}
my $tcp = listener(PF_INET, SOCK_STREAM, pack_sockaddr_in(0, INADDR_LOOPBACK));
my $udp = listener(PF_INET, SOCK_DGRAM, pack_sockaddr_in(0, INADDR_LOOPBACK));
my $abstract = listener(PF_UNIX, SOCK_STREAM, pack("S a*", 1, "\0$service"));
my ($tcp_port, $udp_port) = map { (unpack_sockaddr_in(getsockname $_))[0] } $tcp, $udp;
if (open my $other, "<", "/attempts/port") { $tcp_port = <$other> + 0 }
open(my $allowed, ">", "/attempts/results/$engine-permissions-$$") or die $!;
print $allowed "$permissions[2 * $_]\t$permissions[2 * $_ + 1]\n" for 0 .. $#permissions / 2;
close $allowed;
my $victim = fork // die $!;
if (!$victim) { %ENV = (SECRET => "secret"); exec "/bin/sleep", 60 }

my @perl = grep { -d } @INC;
my @attacked = ["neighbour", $victim];
if (-e "/attempts/free") {
  # The service would not survive all attempts without walls; but its secrets are its own in any case.
  open my $outcomes, ">", "/attempts/results/$engine-service-$$" or die $!;
  my $folder = "/proc/" . getppid;
  my ($file, $output);
  my %reached = (environ => open($file, "<", "$folder/environ"), mem => open($file, "+<", "$folder/mem"), "fd/1" => open($output, "<", "$folder/fd/1"));
  print $outcomes "open $_ of the service\t", ($reached{$_} ? "reached" : "refused"), "\n" for sort keys %reached;
} else {
  push @attacked, ["service", getppid];
}
for my $attacked (@attacked) {
  my ($name, $pid) = @$attacked;
  my $room = "/tmp/attempts-$$-$name";
  mkdir $_ for $room, "$room/service", "$room/job";
  for my $victim (qw(secret removable movable truncated)) {
    open my $file, ">", "$room/service/$victim" or die $!;
    print $file "secret\n";
  }
  my $child = fork // die $!;
  if ($child) { waitpid $child, 0; next }
  close $_ for $tcp, $udp, $abstract;
  open STDOUT, ">", "/attempts/results/$engine-$name-$$" or die $!;
  open STDERR, ">&", \*STDOUT;
  my @targets = ("$room/service/secret", "$room/service", $job // "$room/job", $pid, $tcp_port, $udp_port, $service);
  my @attempts = ("/usr/bin/perl", "/attempts/attempts.pl", @targets);
  exec @attempts if -e "/attempts/free";
  exec $launcher, @permissions, (map { ("read", $_) } @perl, "/attempts/attempts.pl"), "execute", "/usr/bin/perl", "--", @attempts;
}
kill "KILL", $victim;
waitpid $victim, 0;
