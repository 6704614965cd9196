import { at, between, hemBetween, type Point, reverse, straight } from "../geometry.ts";
import type { Piece, Seam } from "../pattern.ts";
import type { SkirtDraft } from "../skirt.ts";
import { type AlineHalf, draftAline } from "../skirt-aline.ts";
import { draftPanels, type PanelledHalf } from "../skirt-panels.ts";
import {
  type Allowances,
  aroundWaist,
  type BandPart,
  bandOf,
  centreEdge,
  dartNotches,
  edge,
  hemEdge,
  on,
  seam,
  straightPiece,
  turnOver,
  waistWithCaps,
} from "./skirt-parts.ts";

/** A skirt of some style: what is added to the numbers and letters of its block. */
export interface StyledSkirt {
  readonly pieces: readonly Piece[];
  readonly seams: readonly Seam[];
  readonly band: readonly BandPart[];
  readonly numbers: Readonly<Record<string, number>>;
  /** What the skirt measures round the body. */
  readonly girths: Readonly<Record<"waist" | "hip", number>>;
}

const TWO_PIECES = [seam("side", on("skirt-back", "side"), on("skirt-front", "side"))];

export const straightSkirt = (draft: SkirtDraft, allowances: Allowances): StyledSkirt => {
  const { back, front, measures, numbers } = draft;
  const length = measures.skirtLength;
  return {
    pieces: [
      straightPiece("skirt-back", back, length, allowances, false),
      turnOver(straightPiece("skirt-front", front, length, allowances, true), numbers.halfHip),
    ],
    seams: TWO_PIECES,
    band: bandOf(
      { length: back.trued.length, edges: [on("skirt-back", "waist")] },
      { length: front.trued.length, edges: [on("skirt-front", "waist")] },
    ),
    numbers: {},
    girths: { waist: aroundWaist(back, front), hip: 2 * numbers.halfHip },
  };
};

const alinePiece = (
  name: string,
  { trued, centreWaist, side, centreHem, hem, hip }: AlineHalf,
  waistToHip: number,
  allowances: Allowances,
  isFold: boolean,
): Piece => {
  const middle = hip.x * 0.35;
  const below = centreHem.y - waistToHip;
  return {
    name,
    cut: isFold ? { count: 1, onFold: true } : { count: 2, onFold: false },
    edges: [
      edge("waist", waistWithCaps(trued), allowances.waist),
      edge("side", side, allowances.seam),
      hemEdge([hem], allowances.hem),
      centreEdge(centreHem, centreWaist, isFold, allowances.seam),
    ],
    darts: trued.darts,
    guides: [],
    grain: [at(middle, waistToHip + below * 0.15), at(middle, waistToHip + below * 0.8)],
    notches: [
      { name: "hip", edge: "side", at: hip },
      ...(isFold ? [] : [{ name: "zip", edge: "centre", at: at(0, waistToHip) }]),
      ...dartNotches(trued.darts),
    ],
    label: between(at(0, waistToHip), hip, 0.5),
  };
};

export const alineSkirt = (draft: SkirtDraft, allowances: Allowances): StyledSkirt => {
  const { back, front, numbers } = draftAline(draft);
  const { waistToHip } = draft.measures;
  const width = draft.numbers.halfHip;
  return {
    pieces: [
      alinePiece("skirt-back", back, waistToHip, allowances, false),
      turnOver(alinePiece("skirt-front", front, waistToHip, allowances, true), width),
    ],
    seams: TWO_PIECES,
    band: bandOf(
      { length: back.trued.length, edges: [on("skirt-back", "waist")] },
      { length: front.trued.length, edges: [on("skirt-front", "waist")] },
    ),
    numbers,
    girths: { waist: aroundWaist(back, front), hip: numbers.alineHip },
  };
};

/** The two panels of a half, its centre on the left. */
const panelPieces = (
  half: PanelledHalf,
  place: "back" | "front",
  allowances: Allowances,
): readonly [Piece, Piece] => {
  const { trued, centreWaist, centreSeam, sideSeam, side, centreHem, onHipLine } = half;
  const [atCentre, atSide] = trued.parts;
  const endOf = (curves: readonly (typeof side)[number][]): Point =>
    curves.at(-1)?.[3] ?? centreHem;
  const downOf = (curves: readonly (typeof side)[number][]): Point => {
    const last = curves.at(-1);
    if (!last) return at(0, 1);
    const size = Math.hypot(last[3].x - last[0].x, last[3].y - last[0].y) || 1;
    return at((last[3].x - last[0].x) / size, (last[3].y - last[0].y) / size);
  };
  if (!atCentre || !atSide) throw new Error("a waist with one dart has two parts");
  const name = `panel-${place}`;
  const notch = { name, edge: name, at: onHipLine.seam, isDouble: place === "back" };
  const hipY = onHipLine.seam.y;
  const below = centreHem.y - hipY;
  const middle = (onHipLine.seam.x + onHipLine.side.x) / 2;
  const grain = (x: number): Piece["grain"] => [at(x, hipY), at(x, hipY + below * 0.8)];
  return [
    {
      name: `centre-${place}`,
      cut: { count: 1, onFold: true },
      edges: [
        edge("waist", [atCentre], allowances.waist),
        edge(name, centreSeam, allowances.seam),
        hemEdge(
          [hemBetween(endOf(centreSeam), downOf(centreSeam), centreHem, at(0, 1))],
          allowances.hem,
        ),
        centreEdge(centreHem, centreWaist, true, allowances.seam),
      ],
      darts: [],
      guides: [[straight(at(0, hipY), onHipLine.seam)]],
      grain: grain(onHipLine.seam.x * 0.35),
      notches: [notch],
      label: at(onHipLine.seam.x * 0.5, hipY - 4),
    },
    {
      name: `side-${place}`,
      cut: { count: 2, onFold: false },
      edges: [
        edge("waist", [atSide], allowances.waist),
        edge("side", side, allowances.seam),
        hemEdge(
          [hemBetween(endOf(side), downOf(side), endOf(sideSeam), downOf(sideSeam))],
          allowances.hem,
        ),
        edge(name, sideSeam.map(reverse).toReversed(), allowances.seam),
      ],
      darts: [],
      guides: [[straight(onHipLine.seam, onHipLine.side)]],
      grain: grain(middle),
      notches: [notch, { name: "hip", edge: "side", at: onHipLine.side }],
      label: at(middle, hipY - 4),
    },
  ];
};

export const panelledSkirt = (
  draft: SkirtDraft,
  allowances: Allowances,
  flare: number,
): StyledSkirt => {
  const { back, front, numbers } = draftPanels(draft, flare);
  const width = draft.numbers.halfHip;
  const [centreBack, sideBack] = panelPieces(back, "back", allowances);
  const [centreFront, sideFront] = panelPieces(front, "front", allowances).map((piece) =>
    turnOver(piece, width),
  ) as [Piece, Piece];
  return {
    pieces: [centreBack, sideBack, sideFront, centreFront],
    seams: [
      seam("panel-back", on("centre-back", "panel-back"), on("side-back", "panel-back")),
      seam("side", on("side-back", "side"), on("side-front", "side")),
      seam("panel-front", on("side-front", "panel-front"), on("centre-front", "panel-front")),
    ],
    band: bandOf(
      {
        length: back.trued.length,
        edges: [on("centre-back", "waist"), on("side-back", "waist")],
      },
      {
        length: front.trued.length,
        edges: [on("centre-front", "waist"), on("side-front", "waist")],
      },
    ),
    numbers,
    girths: { waist: aroundWaist(back, front), hip: 2 * draft.numbers.halfHip },
  };
};
