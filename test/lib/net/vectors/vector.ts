/** A page that tries to reach what it must not. */
export interface Vector {
  readonly html: string;
  /** Headers that its server sends with it, in URL mode. */
  readonly headers?: Readonly<Record<string, string>>;
  /** It needs a secure context, so it is served by https. */
  readonly secure?: true;
  /** Milliseconds that the attack takes to unfold; 300 if nothing is said. */
  readonly linger?: number;
}

/** Vectors by a name that is also the path they try to reach, so that a contact shows which vector made it. */
export type Vectors = Readonly<Record<string, Vector>>;

/** A private server's page of this vector. */
export const privately = (name: string, scheme = "http"): string => `${scheme}://10.0.0.5/${name}`;

/** A script that goes to the address. */
export const goTo = (url: string): string => `<script>location.href=${JSON.stringify(url)}</script>`;

/** A public address that redirects to the given one. */
export const redirecting = (to: string, status = 302, scheme = "http"): string =>
  `${scheme}://evil.test/redirect?status=${status}&to=${encodeURIComponent(to)}`;

/** Names the vectors of a table after its kind. */
export const named = (kind: string, vectors: Vectors): Vectors =>
  Object.fromEntries(Object.entries(vectors).map(([name, vector]) => [`${kind}-${name}`, vector]));
