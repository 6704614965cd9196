import { describe, expect, it } from "vitest";
import {
  BODICE_EASE,
  type BodiceMeasures,
  draftBodice,
  EXAMPLE_BODICE,
} from "../../../src/drafting/bodice.ts";
import { bodiceOf } from "../../../src/drafting/bodice-block.ts";
import { distance, type Point, pointOn, rotate } from "../../../src/drafting/geometry.ts";
import { draftSkirt, EXAMPLE_SKIRT } from "../../../src/drafting/skirt.ts";
import { BODIES } from "./bodies.ts";

it("a bodice fits the same body as the skirt: the side seams of both meet within 3 mm", () => {
  const n = draftBodice(EXAMPLE_BODICE).numbers;
  const skirt = draftSkirt(EXAMPLE_SKIRT).numbers;
  const lessEase = (BODICE_EASE.waist - 2) / 4;
  expect(Math.abs(n.backWaist - lessEase - skirt.backWaist)).toBeLessThan(0.3);
  expect(Math.abs(n.frontWaist - lessEase - skirt.frontWaist)).toBeLessThan(0.3);
});

/** The lessons' body, a small one and a large one. */
const bodies: BodiceMeasures[] = [
  EXAMPLE_BODICE,
  ...BODIES.filter((_, i) => i === 1 || i === 9).map(({ values }) => bodiceOf(values, {}).measures),
];

describe.each(bodies)("a bodice for bust $bustGirth, waist $waistGirth", (body) => {
  const draft = draftBodice(body);
  const { points, numbers } = draft;
  const shut = (p: Point): Point => rotate(p, points.M, draft.dartAngle);

  it("closes the bust dart to one straight shoulder of the body's length", () => {
    const end = shut(points.Q);
    expect(distance(points.K, end)).toBeCloseTo(body.shoulderLength, 6);
    const parts = distance(points.K, points.N) + distance(points.N, end);
    expect(parts).toBeCloseTo(body.shoulderLength, 6);
  });

  it("fits the neck: half of the neck base girth to a millimetre, up to half a centimetre more", () => {
    expect(numbers.neckSeam).toBeGreaterThan(body.neckBaseGirth / 2 - 0.1);
    expect(numbers.neckSeam).toBeLessThanOrEqual(body.neckBaseGirth / 2 + 0.5);
  });

  it("is as wide across the front as the body, to half a centimetre, with the dart closed", () => {
    const shares = Array.from({ length: 21 }, (_, i) => i / 20);
    const edge = draft.frontArmscye.flatMap((curve) => shares.map((t) => pointOn(curve, t)));
    const across = numbers.halfWidth - Math.max(...edge.map((p) => shut(p).x));
    expect(Math.abs(across - body.acrossFrontWidth / 2)).toBeLessThan(0.5);
  });
});
