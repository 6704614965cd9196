import { expect, test } from "vitest";
import { draftBlock } from "../../../../src/drafting/draft.ts";
import { areaOf, overlap } from "../../../../src/drafting/geometry.ts";
import { type Pattern, timesOf } from "../../../../src/drafting/pattern.ts";
import {
  type ClothOrder,
  type ClothPlan,
  planCloth,
} from "../../../../src/drafting/print/cloth.ts";
import { type ClothSetup, USUAL_SETUP } from "../../../../src/drafting/print/cloth-setup.ts";
import { boxOf } from "../../../../src/drafting/print/drawing.ts";
import { placeOutlines } from "../../../../src/drafting/print/lay-out.ts";
import { BODIES, randomFrom } from "../bodies.ts";
import { draftsOf, EVERYTHING, optionsOf } from "../drafted.ts";

const skirt = draftsOf("skirt-block").pattern;

const orderWith = (cloth: Partial<ClothSetup>, moved: ClothOrder["moved"] = {}): ClothOrder => ({
  setups: { ...USUAL_SETUP, cloth: { ...USUAL_SETUP.cloth, ...cloth } },
  moved,
});

const clothOf = (pattern: Pattern, order: ClothOrder): ClothPlan => {
  const plan = planCloth(pattern, order).find(({ material }) => material === "cloth");
  if (!plan) throw new Error("no cloth");
  return plan;
};

/** What is wrong with a plan. */
const faultsOf = (plan: ClothPlan): string[] => {
  const outlines = placeOutlines(plan.pieces, plan.layout.placements);
  const faults: string[] = [];
  for (const [i, outline] of outlines.entries()) {
    const box = boxOf(outline);
    const name = plan.layout.placements[i]?.name;
    if (box.x < -1e-6 || box.x + box.width > plan.width + 1e-6) faults.push(`${name} hangs over`);
    if (plan.pieces.find((piece) => piece.name === name)?.isAtEdge && Math.abs(box.x) > 1e-6)
      faults.push(`${name} is not on the fold`);
    for (const other of outlines.slice(i + 1)) if (overlap(outline, other)) faults.push("overlap");
  }
  const area = outlines.reduce((sum, outline) => sum + areaOf(outline), 0);
  if (plan.length < area / plan.width) faults.push("shorter than its area");
  // Half a centimetre lies between two pieces, and half of it round all of them.
  const inTurn = plan.pieces.reduce((sum, { box }) => sum + box.height + 0.5, 0.5);
  if (plan.layout.height > inTurn) faults.push("longer than piece after piece");
  return faults;
};

test("whatever is drafted lies on cloth by its grain, and no piece on another one", () => {
  const random = randomFrom(46);
  const faults: string[] = [];
  let laid = 0;
  for (const block of EVERYTHING) {
    for (const body of BODIES.filter((_, number) => number % 100 === 0)) {
      const options = optionsOf(block, random);
      const { pattern } = draftBlock(block, { values: body.values, options });
      if (!pattern) continue;
      const setup = {
        width: 90 + Math.floor(random() * 70),
        isFolded: random() < 0.5,
        hasNap: random() < 0.5,
        shrinkage: 0,
      };
      const setups = { cloth: setup, lining: setup, fusible: setup };
      for (const plan of planCloth(pattern, { setups, moved: {} })) {
        if (plan.tooWide.length > 0) continue;
        laid += 1;
        faults.push(...faultsOf(plan).map((fault) => `${block.id}: ${fault}`));
      }
    }
  }
  expect(faults).toEqual([]);
  expect(laid).toBeGreaterThan(40);
});

test.each([
  ["folded", true, ["skirt-back", "skirt-front"]],
  ["on one layer", false, ["skirt-back 1", "skirt-back 2", "skirt-front"]],
])("a straight skirt %s needs each of its pieces", (_, isFolded, names) => {
  const pattern = skirt({ style: "straight" });
  const { pieces } = clothOf(pattern, orderWith({ isFolded }));
  expect(pieces.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const cut = pattern.pieces.reduce((sum, piece) => sum + timesOf(piece), 0);
  const halves = pieces.reduce((sum, { piece }) => {
    const onFold = pattern.pieces.find(({ name }) => name === piece)?.cut.onFold;
    return sum + (isFolded || onFold ? 2 : 1);
  }, 0);
  expect(halves).toBeGreaterThanOrEqual(cut);
});

test("a piece that was drafted as half is whole on one layer", () => {
  const areaWith = (isFolded: boolean) => {
    const { pieces } = clothOf(skirt(), orderWith({ isFolded }));
    return areaOf(pieces.find(({ piece }) => piece === "skirt-front")?.outline ?? []);
  };
  expect(areaWith(false)).toBeCloseTo(2 * areaWith(true), 6);
});

test("lining and interfacing are planned by themselves, and cloth without the lining's pieces", () => {
  const lined = draftsOf("pencil-skirt").pattern({ lining: "lined" });
  const plans = planCloth(lined, orderWith({})).map(({ material, pieces }) => [
    material,
    pieces.map(({ piece }) => piece).join(" "),
  ]);
  expect(plans).toEqual([
    ["cloth", expect.not.stringContaining("lining")],
    ["lining", "lining-back lining-front"],
    ["fusible", expect.stringContaining("facing-front")],
  ]);
});

test("nap keeps all pieces upright, and cloth that shrinks is bought longer", () => {
  const trousers = draftsOf("trousers-block").pattern();
  const nap = clothOf(trousers, orderWith({ hasNap: true, isFolded: false }));
  expect(nap.layout.placements.every(({ turn }) => turn === 0)).toBe(true);
  const [dry = 0, washed] = [0, 10].map(
    (shrinkage) => clothOf(trousers, orderWith({ width: 160, isFolded: false, shrinkage })).length,
  );
  expect(washed).toBeGreaterThanOrEqual(dry / 0.9);
});

test("cloth that is too narrow names the piece", () => {
  const narrow = (style: string) => clothOf(skirt({ style }), orderWith({ width: 70 }));
  expect(narrow("straight").tooWide).toEqual([]);
  const { tooWide, layout } = narrow("circle");
  expect(tooWide.length).toBeGreaterThan(0);
  expect(layout.placements).toEqual([]);
});

test("a piece that is moved by hand stays on the cloth, on its fold, and shows what it lies on", () => {
  const moved = [
    { name: "skirt-front", x: 30, y: 4, turn: 90 as const },
    { name: "skirt-back", x: -500, y: 4, turn: 180 as const },
  ];
  const { layout, overlapping } = clothOf(skirt(), orderWith({}, { cloth: moved }));
  expect(layout.placements).toEqual(
    expect.arrayContaining([
      { name: "skirt-front", x: 0, y: 4, turn: 0 },
      { name: "skirt-back", x: 0, y: 4, turn: 180 },
    ]),
  );
  expect(overlapping).toEqual(expect.arrayContaining(["skirt-back", "skirt-front"]));
});
