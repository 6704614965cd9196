/** A node of Babel's tree with the parts that are read here. */
interface TreeNode {
  type: string;
  callee?: TreeNode;
  object?: TreeNode;
  property?: TreeNode;
  name?: string;
}
interface TreePath {
  node: TreeNode;
  parent: TreeNode | null;
}

const isText = ({ type }: TreeNode): boolean =>
  type === "StringLiteral" || type === "TemplateLiteral";

/** The name of what is called: `log` of `this.#log.warn(…)`, `Error` of `new Error(…)`. */
const calledName = (node: TreeNode | undefined): string => {
  if (node === undefined) return "";
  if (node.type === "MemberExpression") return calledName(node.object);
  return node.name ?? "";
};

/** Code without mutants, and why it has none. */
export const ignoredCode = {
  shouldIgnore(path: unknown): string | undefined {
    const { node, parent } = path as TreePath;
    if (!isText(node) || parent === null) return undefined;
    const name = calledName(parent.callee);
    // Such an error is for the log: the person reads another text, the code reads its class.
    if (parent.type === "NewExpression" && name.endsWith("Error")) return "the text of an error";
    if (parent.type === "CallExpression" && (name === "log" || name === "console")) {
      return "a line of the log";
    }
    return undefined;
  },
};
