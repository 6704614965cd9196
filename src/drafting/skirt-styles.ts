import {
  add,
  at,
  backward,
  between,
  type Cubic,
  direction,
  hemBetween,
  type Point,
  straight,
  times,
} from "./geometry.ts";
import { on, type Piece, type Seam, seam } from "./pattern.ts";
import type { SkirtDraft } from "./skirt.ts";
import { type AlineHalf, draftAline } from "./skirt-aline.ts";
import { draftPanels, type PanelledHalf } from "./skirt-panels.ts";
import {
  type Allowances,
  aroundWaist,
  type BandPart,
  bandOf,
  bandOfHalves,
  centreEdge,
  edge,
  hemEdge,
  notchesOf,
  straightPiece,
  turnOver,
} from "./skirt-parts.ts";
import { withCaps } from "./truing.ts";

/** The parts of a circle that the lessons use. */
export const CIRCLE_PARTS = { quarter: 0.25, half: 0.5, "three-quarters": 0.75, full: 1 } as const;

/** Below this angle one cubic is an arc, good to a thousandth of a millimetre. */
const MAX_ARC = Math.PI / 8;

/** The point round the corner O: angle 0 is straight down the sheet, on centre front. */
const onRing = (radius: number, angle: number): Point =>
  at(radius * Math.sin(angle), radius * Math.cos(angle));

/** An arc round O, from angle 0. */
function arc(radius: number, angle: number): Cubic[] {
  const count = Math.ceil(angle / MAX_ARC);
  const step = angle / count;
  const handle = (4 / 3) * Math.tan(step / 4) * radius;
  return Array.from({ length: count }, (_, i): Cubic => {
    const [from, to] = [i * step, (i + 1) * step];
    return [
      onRing(radius, from),
      add(onRing(radius, from), times(at(Math.cos(from), -Math.sin(from)), handle)),
      add(onRing(radius, to), times(at(Math.cos(to), -Math.sin(to)), -handle)),
      onRing(radius, to),
    ];
  });
}

interface Ring {
  readonly radius: number;
  readonly length: number;
  readonly angle: number;
}

/** A part of the ring from a centre line, which lies on the left, to its other edge. */
const ringPiece = (
  name: string,
  { radius, length, angle }: Ring,
  allowances: Allowances,
  isFold: boolean,
  other: "side" | "centre",
  notches: Piece["notches"],
): Piece => {
  const hemRadius = radius + length;
  const along = onRing(1, other === "centre" ? angle : 0);
  const inward = other === "centre" ? at(-along.y, along.x) : at(1, 0);
  const beside = times(inward, radius * 0.15);
  return {
    name,
    cut: isFold ? { count: 1, onFold: true } : { count: 2, onFold: false },
    edges: [
      edge("waist", arc(radius, angle), allowances.waist),
      edge(other, [straight(onRing(radius, angle), onRing(hemRadius, angle))], allowances.seam),
      hemEdge(backward(arc(hemRadius, angle)), allowances.hem),
      centreEdge(at(0, hemRadius), at(0, radius), isFold, allowances.seam),
    ],
    darts: [],
    guides: [],
    grain: [
      add(times(along, radius + length * 0.2), beside),
      add(times(along, radius + length * 0.8), beside),
    ],
    notches,
    label: onRing(radius + length * 0.3, angle / 2),
  };
};

interface CircleSkirt {
  readonly pieces: readonly Piece[];
  readonly seams: readonly Seam[];
  readonly band: readonly BandPart[];
}

/**
 * Draws the skirt from a ring: up to a half circle in one piece, with centre front on the fold and a seam at centre
 * back, as the lesson draws it; beyond it front and back with side seams, as it says for a long full circle.
 * The grain runs along centre back; in a piece with a fold and a side seam along the fold.
 */
export const drawCircle = (
  part: number,
  radius: number,
  length: number,
  allowances: Allowances,
): CircleSkirt => {
  const waist = 2 * Math.PI * part * radius;
  const angle = part * Math.PI;
  if (part <= 0.5) {
    const ring = { radius, length, angle };
    const side = { name: "side", edge: "waist", at: onRing(radius, angle / 2) };
    const half = (name: string): BandPart => ({
      name,
      length: waist / 2,
      sewnTo: [{ piece: "skirt-circle", edge: "waist" }],
      marks: [{ name: "side", along: waist / 4 }],
    });
    return {
      pieces: [ringPiece("skirt-circle", ring, allowances, true, "centre", [side])],
      seams: [],
      band: [half("waist-one"), half("waist-other")],
    };
  }
  const ring = { radius, length, angle: angle / 2 };
  return {
    pieces: [
      ringPiece("skirt-back", ring, allowances, false, "side", []),
      ringPiece("skirt-front", ring, allowances, true, "side", []),
    ],
    seams: TWO_PIECES,
    band: bandOfHalves(waist / 4, waist / 4),
  };
};

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
    band: bandOfHalves(back.trued.length, front.trued.length),
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
      edge("waist", withCaps(trued), allowances.waist),
      edge("side", side, allowances.seam),
      hemEdge([hem], allowances.hem),
      centreEdge(centreHem, centreWaist, isFold, allowances.seam),
    ],
    darts: trued.darts,
    guides: [],
    grain: [at(middle, waistToHip + below * 0.15), at(middle, waistToHip + below * 0.8)],
    notches: notchesOf(hip, waistToHip, isFold, trued.darts),
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
    band: bandOfHalves(back.trued.length, front.trued.length),
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
  const downOf = (edge: Cubic): Point => direction(edge[2], edge[3]);
  const [toCentreHem, toSideHem, toSeamHem] = [centreSeam[2], side[1], sideSeam[2]];
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
          [hemBetween(toCentreHem[3], downOf(toCentreHem), centreHem, at(0, 1))],
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
          [hemBetween(toSideHem[3], downOf(toSideHem), toSeamHem[3], downOf(toSeamHem))],
          allowances.hem,
        ),
        edge(name, backward(sideSeam), allowances.seam),
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
