import type { Block, OptionValues } from "../../../src/drafting/block.ts";
import { BLOCKS, type DraftAnswer, draftBlock, GARMENTS } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { between, distance, type Point, subtract } from "../../../src/drafting/geometry.ts";
import { type Pattern, type Piece, sewnLength, timesOf } from "../../../src/drafting/pattern.ts";

/** All that can be drafted: blocks and garments. */
export const EVERYTHING: readonly Block[] = [
  ...BLOCKS,
  ...(await Promise.all(GARMENTS.map(({ load }) => load()))),
];

/** Any values of all options of a block, each within its bounds and on its steps. */
export const optionsOf = (block: Block, random: () => number): OptionValues =>
  Object.fromEntries(
    block.options.map((option) => {
      if (option.kind === "choice")
        return [option.name, option.choices[Math.floor(random() * option.choices.length)] ?? ""];
      const steps = Math.round((option.max - option.min) / option.step);
      return [option.name, option.min + Math.round(random() * steps) * option.step];
    }),
  );

export const blockOf = (id: string): Block => {
  const block = EVERYTHING.find((each) => each.id === id);
  if (!block) throw new Error(`there is no block ${id}`);
  return block;
};

/** Drafts of a block for the lessons' example body, with some of its measures and options changed. */
export const draftsOf = (id: string) => {
  const answer = (options: OptionValues = {}, values: object = {}): DraftAnswer =>
    draftBlock(blockOf(id), { values: { ...EXAMPLE_BODY, ...values }, options });
  return {
    answer,
    pattern: (options: OptionValues = {}, values: object = {}): Pattern => {
      const { pattern, problems } = answer(options, values);
      if (!pattern) throw new Error(JSON.stringify(problems));
      return pattern;
    },
    /** The patterns of the bodies that get one. */
    patterns: <Own extends object>(
      bodies: readonly { readonly name: string; readonly values: Own }[],
      options: OptionValues = {},
    ) =>
      bodies.flatMap(({ name, values }) => {
        const { pattern } = answer(options, values);
        return pattern ? [{ name, values, pattern }] : [];
      }),
    /** Why nothing is drafted. */
    reasons: (options: OptionValues = {}, values: object = {}): string[] =>
      answer(options, values).problems.flatMap((problem) =>
        problem.kind === "unfit" ? [problem.reason] : [],
      ),
  };
};

/** The sewn length of an edge; no number if the piece has no such edge. */
export const sewn = (piece: Piece, name: string): number => {
  const edge = piece.edges.find((each) => each.name === name);
  return edge ? sewnLength(piece, edge) : Number.NaN;
};

const roundAll = ({ pieces }: Pattern, prefix: string, widthOf: (piece: Piece) => number): number =>
  pieces
    .filter(({ name }) => name.startsWith(prefix))
    .reduce((sum, piece) => sum + timesOf(piece) * widthOf(piece), 0);

/** The sewn length of an edge round the whole garment, or round the pieces whose names begin so. */
export const around = (pattern: Pattern, edge: string, prefix = ""): number =>
  roundAll(pattern, prefix, (piece) => sewn(piece, edge) || 0);

/** The whole garment at the hip line, measured between the ends of the pieces' hip lines. */
export const hipOf = (pattern: Pattern, prefix = ""): number =>
  roundAll(pattern, prefix, ({ guides: [line] }) =>
    line?.[0] ? distance(line[0][0], line[0][3]) : 0,
  );

/** The outline with its first point again at its end. */
export const closed = (outline: readonly Point[]): Point[] => [...outline, ...outline.slice(0, 1)];

/** How far a point lies beside a line through these points. */
export const beside = (point: Point, line: readonly Point[]): number =>
  Math.min(
    ...line.slice(1).map((to, i) => {
      const from = line[i] ?? to;
      const [way, here] = [subtract(to, from), subtract(point, from)];
      const along = (here.x * way.x + here.y * way.y) / (way.x ** 2 + way.y ** 2 || 1);
      return distance(point, between(from, to, Math.min(1, Math.max(0, along))));
    }),
  );
