import { allowanceOf, cm, isAllowance, type NumberOption, type OptionValues } from "./block.ts";
import type { NamedEdge, Pattern } from "./pattern.ts";

/** The widest allowance of an edge, in centimetres. */
const WIDEST_CM = 8;

/** Among options those of edges, within their bounds. @param own the names of the block's own options */
export const edgeValues = (given: OptionValues, own: readonly string[]): OptionValues =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      isAllowance(name) &&
      !own.includes(name) &&
      typeof value === "number" &&
      Number.isFinite(value)
        ? [[name, Math.min(WIDEST_CM, Math.max(0, value))] as const]
        : [],
    ),
  );

/** A fold has no allowance, and that of a hem is an option of the block. */
const hasOwnAllowance = ({ name, isHem }: NamedEdge): boolean => name !== "fold" && !isHem;

/**
 * The kinds of edges of a pattern: for each edge the name of its kind. Edges of one name and those that are sewn
 * together are of one kind, as both sides of a seam have the same allowance. It is named after the seam where that is
 * one seam of two names, such as `underarm`, and else after its first edge.
 */
const kindsOf = ({ pieces, seams }: Pattern): ReadonlyMap<string, string> => {
  const names = pieces.flatMap(({ edges }) =>
    edges.filter(hasOwnAllowance).map(({ name }) => name),
  );
  const kinds = new Map(names.map((name) => [name, name]));
  for (const { name, one, other } of seams) {
    const sewn = [...one, ...other].flatMap(({ edge }) => kinds.get(edge) ?? []);
    const [first] = [...kinds.values()].filter((kind) => sewn.includes(kind));
    if (!first || sewn.every((kind) => kind === first)) continue;
    const isAlone = sewn.length === 2 && sewn.every((kind) => kinds.get(kind) === kind);
    const joined = isAlone && first.startsWith(name) ? name : first;
    for (const [edge, kind] of kinds) if (sewn.includes(kind)) kinds.set(edge, joined);
  }
  return kinds;
};

/** An option for each kind of edge. It starts with the allowance that the edge has. */
export const edgeOptions = (pattern: Pattern): readonly NumberOption[] => {
  const kinds = kindsOf(pattern);
  const edges = pattern.pieces.flatMap((piece) => piece.edges.filter(hasOwnAllowance));
  return [...new Set(kinds.values())].flatMap((kind) => {
    const first = edges.find(({ name }) => kinds.get(name) === kind);
    return first ? [cm(allowanceOf(kind), [0, WIDEST_CM], 0.1, first.allowance)] : [];
  });
};

/** The pattern with the allowances that are chosen for edges; the others are those of the block. */
export const withEdgeAllowances = (pattern: Pattern, options: OptionValues): Pattern => {
  const kinds = kindsOf(pattern);
  const allowance = (edge: NamedEdge): number => {
    const chosen = hasOwnAllowance(edge)
      ? options[allowanceOf(kinds.get(edge.name) ?? "")]
      : undefined;
    return typeof chosen === "number" ? chosen : edge.allowance;
  };
  const pieces = pattern.pieces.map((piece) => ({
    ...piece,
    edges: piece.edges.map((edge) => ({ ...edge, allowance: allowance(edge) })),
  }));
  return { ...pattern, pieces };
};
