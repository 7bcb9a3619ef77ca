import SaxonJS, { type CompiledPart, type Evaluation, type SaxonItem } from "saxonjs-he";

const { Expr } = SaxonJS.internals;
const { Singleton } = SaxonJS.Iter;

/** What is computed from the items of the operands, each at most one. `bySaxon` is what SaxonJS computes from them. */
type Compute = (
  operands: readonly (SaxonItem | null)[],
  bySaxon: () => ReturnType<Evaluation>,
) => ReturnType<Evaluation>;

/** Lets `compute` evaluate a part of a compiled stylesheet. SaxonJS keeps the evaluation of each part in its `ELAB`. */
export const evaluateBy = (part: CompiledPart, compute: Compute): void => {
  const operands = part.C ?? [];
  let items: readonly (SaxonItem | null)[] = [];
  let ofItems: CompiledPart | undefined; // copied late: its links to other parts are made when the stylesheet is started
  part.ELAB = (context) => {
    const given = operands.map((operand) => Expr.elaborate(operand)(context).next());
    return compute(given, () => {
      const { ELAB: _, ...rest } = part;
      ofItems ??= { ...rest, C: operands.map((_, at) => ({ N: "item", ELAB: () => Singleton(items[at] ?? null) })) };
      items = given;
      return Expr.elaborate(ofItems)(context);
    });
  };
};
