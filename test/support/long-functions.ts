import { resolve } from "node:path";
import { type Node, SyntaxKind } from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";

const FUNCTION_KINDS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
]);

/** The functions of these files with more lines than the limit: the file, and the first line of the function. */
export const longFunctionsIn = (files: readonly string[], limit: number): string[] => {
  const api = new API();
  try {
    const [project] = api.updateSnapshot({ openFiles: files.map((file) => resolve(file)) }).getProjects();
    return files.flatMap((file) => {
      const source = project!.program.getSourceFile(resolve(file))!;
      const found: string[] = [];
      const visit = (node: Node): void => {
        const lines = source.text.slice(node.getStart(source), node.end).split("\n");
        if (FUNCTION_KINDS.has(node.kind) && lines.length > limit) {
          const name = (node as { name?: Node }).name ?? (node.parent as { name?: Node }).name;
          found.push(`${file}: ${name?.getText(source) ?? lines[0]}`);
        }
        node.forEachChild(visit);
      };
      visit(source);
      return found;
    });
  } finally {
    api.close();
  }
};
