import { goTo, named, type Vector, type Vectors } from "./vector.ts";

/** Ways to write a private host. */
const SPELLINGS: Readonly<Record<string, string>> = {
  decimal: "2130706433",
  hexadecimal: "0x7f000001",
  "short hexadecimal": "0x7f.1",
  octal: "0177.0.0.1",
  short: "127.1",
  zero: "0",
  unspecified: "0.0.0.0",
  "IPv6 loopback": "[::1]",
  "IPv6 unspecified": "[::]",
  "IPv4-mapped": "[::ffff:10.0.0.5]",
  "IPv4-mapped hexadecimal": "[::ffff:7f00:1]",
  "IPv4-compatible": "[::127.0.0.1]",
  NAT64: "[64:ff9b::a00:5]",
  "unique local": "[fd00::1]",
  localhost: "localhost",
  "subdomain of localhost": "foo.localhost",
  "root dot": "127.0.0.1.",
  "private by DNS": "priv.test",
  "private by DNS, IPv6": "v6priv.test",
  metadata: "169.254.169.254",
  "metadata by DNS": "meta.test",
  "loopback by DNS": "loop.test",
  "carrier-grade NAT": "100.64.0.1",
  "circled digits": "①②⑦.⓪.⓪.①",
  "full-width digits": "１０.０.０.５",
  "one public answer, one private": "mixed.test",
  "public IPv4, private IPv6": "mix6.test",
};

const visit = (host: string): Vector => ({ html: goTo(`http://${host}/host`) });

const spelt = Object.fromEntries(Object.entries(SPELLINGS).map(([name, host]) => [name, visit(host)]));

/** The host is private, however it is written or resolved. */
export const hosts: Vectors = named("host", {
  ...spelt,
  "user name": { html: goTo("http://evil.test@10.0.0.5/user") },
  https: { html: goTo("https://10.0.0.5/https") },
  "another port": { html: `<img src="http://10.0.0.5:8080/port">` },
  "runtime API": { html: goTo("http://127.0.0.1:9001/2018-06-01/runtime/invocation/next") },
  "runtime API by fetch": {
    html: `<script>fetch("http://127.0.0.1:9001/2018-06-01/runtime/invocation/next", { mode: "no-cors" })</script>`,
  },
  "rebinding, images": {
    html: `<img src="http://rebind-1.test/a"><script>
      setTimeout(() => { for (let i = 0; i < 5; i++) new Image().src = "http://rebind-1.test/rebound" + i }, 300)
    </script>`,
    linger: 800,
  },
  "rebinding, TLS": { html: '<img src="https://rebind-3.test/rebound">' },
  "rebinding, fetch": {
    html: `<body><script>
      const again = () => fetch("http://rebind-2.test/rebound", { mode: "no-cors", cache: "no-store" });
      fetch("http://rebind-2.test/a", { mode: "no-cors" }).finally(() => setTimeout(again, 200));
    </script>`,
    linger: 800,
  },
});
