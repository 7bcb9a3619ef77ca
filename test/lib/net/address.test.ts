import assert from "node:assert/strict";
import { test } from "node:test";
import { isInNetworks, isMetadata, isPublic, networks } from "../../../lib/net/address.ts";

/** The first, a middle and the last address of every special-purpose block, and the neighbours of some. */
const PRIVATE = `
  0.0.0.0 0.1.2.3 0.255.255.255 10.0.0.0 10.9.8.7 10.255.255.255 100.64.0.0 100.100.100.100 100.127.255.255
  127.0.0.0 127.0.0.1 127.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255
  192.0.0.0 192.0.0.8 192.0.0.170 192.0.0.255 192.0.2.0 192.0.2.255 192.31.196.1 192.52.193.1 192.88.99.1
  192.168.0.0 192.168.255.255 192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.254 255.255.255.255
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:93.184.216.34 ::ffff:0:10.0.0.1 64:ff9b::a00:5 64:ff9b::93.184.216.34
  64:ff9b:1::1 100::1 100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:3::1 2001:4:112::1
  2001:10::1 2001:20::1 2001:30::1 2001:1ff:ffff::1 2001:db8::1 2002:a00:1:: 2002:5db8:d822:: 2620:4f:8000::1
  3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 fc00::1 fd00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 ffff::1
  2606:2800:220:1:0:5efe:10.0.0.1
`;

const PUBLIC = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255
  198.20.0.0 223.255.255.255 2000::1 2001:200::1 2001:4860:4860::8888 2606:2800:220:1::34 2a00:1450:4001::1 3ffe::1
`;

const each = (text: string): string[] => text.trim().split(/\s+/);

test("every special-purpose address of IANA's registries is private, in every notation", () => {
  assert.deepEqual(each(PRIVATE).filter(isPublic), []);
});

test("the addresses next to these, and other addresses of the internet, are public", () => {
  assert.deepEqual(
    each(PUBLIC).filter((address) => !isPublic(address)),
    [],
  );
});

test("text that is not an address is not public", () => {
  assert.deepEqual(
    ["", "localhost", "1.2.3", "0x7f.1", "2130706433", "1.2.3.4.5", "::g", "[::1]"].filter(isPublic),
    [],
  );
});

test("metadata services are recognised in every notation that leads to them", () => {
  const forms = [
    "169.254.169.254",
    "169.254.170.2",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::",
    "fd00:ec2::254",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "fd20:ce::254",
  ];
  assert.deepEqual(
    forms.filter((address) => !isMetadata(address)),
    [],
  );
  assert.equal(isMetadata("10.0.0.1"), false);
  assert.deepEqual(forms.filter(isPublic), []);
});

test("a network is an address or a CIDR block", () => {
  const list = networks(["10.1.0.0/16", "192.168.1.1", "fd12::/16"]);
  const inside = ["10.1.255.255", "192.168.1.1", "fd12::5", "::ffff:10.1.2.3"];
  const outside = ["10.2.0.0", "192.168.1.2", "fd13::5"];
  assert.deepEqual(
    [...inside, ...outside].map((address) => isInNetworks(list, address)),
    [true, true, true, true, false, false, false],
  );
});

for (const entry of ["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "example.com", "::/129"]) {
  test(`${entry} is not a network`, () =>
    assert.throws(() => networks([entry]), { name: "RangeError", message: /no|not/ }));
}
