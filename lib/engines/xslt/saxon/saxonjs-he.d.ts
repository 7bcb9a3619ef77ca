/** The part of SaxonJS that is used here. Its package has no types: https://www.saxonica.com/saxonjs/documentation3/ */
declare module "saxonjs-he" {
  /** A document as SaxonJS's own parser makes it. */
  export interface SaxonNode {
    readonly firstChild: SaxonNode | null;
    readonly nextSibling: SaxonNode | null;
    readonly namespaceURI?: string | null;
    readonly localName?: string | null;
    /** Only elements have these two. */
    getAttributeNode(name: string): unknown;
    setAttribute(name: string, value: string): void;
    _saxonBaseUri: string;
    _saxonDocUri: string;
  }

  /** A number. Its code says its type; the value of an `xs:decimal` and of a large `xs:integer` is a `BigNumber`. */
  export interface SaxonNumber {
    readonly value: number;
    readonly code: string;
    toString(): string;
    /** By which `distinct-values()` and keys compare it. */
    matchKey(): string;
  }

  /** A decimal number of any length. */
  export interface BigNumber {
    round(places: number, mode: number): BigNumber;
    abs(): BigNumber;
    times(factor: number): BigNumber;
    toFixed(): string;
  }

  /** An `xs:decimal`. */
  export interface SaxonDecimal {
    readonly value: BigNumber;
    round(places: number): unknown;
  }

  /** A node, a function or an atomic value. */
  export interface SaxonItem {
    /** Only numbers have it. */
    toDouble(): { readonly value: number };
  }

  /** Evaluates a part of a compiled stylesheet in a context. */
  export type Evaluation = (context: unknown) => { next(): SaxonItem | null };

  /** A compiled stylesheet, or a part of one (Stylesheet Export File). */
  export interface CompiledPart {
    /** Its kind: `decimalFormat`. */
    readonly N: string;
    /** The function of a call. */
    readonly name?: string;
    /** Of a property of `xsl:output`. */
    readonly value?: string;
    /** The types of the operands of an arithmetic operator: `i%i`. */
    readonly calc?: string;
    /** What the part is for the one that holds it: `select`. */
    readonly role?: string;
    /** The kinds of nodes that a template rule may match: `NE nQ{}a`. */
    matches?: string;
    /** Whether the stylesheet asks for HTML of version 4: a note of this service. */
    isHtml4?: boolean;
    NaN?: string;
    infinity?: string;
    parentNode?: CompiledPart;
    C?: readonly CompiledPart[];
    ELAB?: Evaluation;
  }

  export interface TransformOptions {
    readonly stylesheetText?: string;
    readonly stylesheetInternal?: CompiledPart;
    readonly stylesheetBaseURI?: string;
    readonly sourceNode?: SaxonNode;
    readonly stylesheetParams?: unknown;
    readonly templateParams?: unknown;
    readonly initialMode?: string;
    readonly destination: "application" | "serialized";
    readonly baseOutputURI?: string;
    readonly outputProperties?: Readonly<Record<string, unknown>>;
    readonly deliverMessage?: () => void;
    readonly deliverResultDocument?: (address: string) => { readonly destination: "serialized" };
    readonly nonInteractive?: boolean;
    readonly logLevel?: number;
  }

  export interface TransformResult {
    readonly principalResult: unknown;
    readonly resultDocuments?: Readonly<Record<string, unknown>>;
  }

  export interface Platform {
    globalObject: object;
    readFile: (address: string) => string;
    readFileSync: (address: string, isBuffer?: boolean) => string | { readonly buffer: Uint8Array };
    parseXmlFromString(xml: string): SaxonNode;
    resource(name: "compiler"): CompiledPart;
    assignChecksums(compiled: CompiledPart): void;
  }

  export interface MapHashes {
    hash(key: unknown): unknown;
  }

  export class XdmMap {
    inSituPut(key: unknown, value: readonly unknown[]): void;
  }

  const SaxonJS: {
    readonly XdmMap: typeof XdmMap;
    readonly XS: {
      readonly QName: {
        fromParts(prefix: string, namespace: string, name: string): unknown;
        fromEQName(name: string): unknown;
      };
      readonly untypedAtomic: { fromString(text: string): unknown };
      readonly decimal: { fromString(text: string): SaxonDecimal; cast(number: unknown): SaxonDecimal };
      readonly integer: {
        fromNumber(value: number): SaxonNumber;
        fromString(text: string): SaxonItem;
        matches(item: unknown): boolean;
      };
      readonly float: { fromNumber(value: number): SaxonNumber };
      readonly double: { fromNumber(value: number): SaxonNumber };
    };
    readonly Iter: { readonly Singleton: (item: SaxonItem | null) => ReturnType<Evaluation> };
    readonly internals: {
      readonly Expr: { elaborate(part: CompiledPart): Evaluation };
      getPlatform(): Platform;
      checkOptions(
        options: TransformOptions,
        isInternal: boolean,
      ): { readonly principalResult: SaxonNode | SaxonNode[] };
      internalTransform(stylesheet: CompiledPart, source: SaxonNode, options: unknown): void;
      readonly XPath: { sefToJSON(stylesheet: SaxonNode, isIndented: boolean): CompiledPart };
    };
    transform(options: TransformOptions, kind: "sync"): TransformResult;
  };
  export default SaxonJS;
}
