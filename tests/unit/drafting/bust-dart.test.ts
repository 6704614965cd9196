import { describe, expect, it } from "vitest";
import type { FieldKey, Values } from "../../../src/domain/measurements/fields.ts";
import type { OptionValues } from "../../../src/drafting/block.ts";
import { tableBust } from "../../../src/drafting/bust-dart.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { draftsOf } from "./drafted.ts";

/** One frame of size 38: bust and front grow with the cup, the rest stays. */
const withBust = (bust: number): Values => ({
  ...EXAMPLE_BODY,
  ...{ upper_chest_girth: 81, waist_girth: 72, neck_base_girth: 36.5, back_neck_to_waist: 41.5 },
  ...{ scye_depth: 20.5, across_back_width: 34.5, across_front_width: 32.5, shoulder_length: 12.2 },
  bust_girth: bust,
  bust_point_distance: 17 + (bust - 82) * 0.12,
  side_neck_to_bust_point: 25.5 + (bust - 82) * 0.3,
  side_neck_to_waist_front: 43 + (bust - 82) * 0.37,
});

const { answer, pattern: bodice } = draftsOf("bodice-block");

describe("one frame in cups A (82) to J (108)", () => {
  const cups = Array.from({ length: 27 }, (_, i) => withBust(82 + i)).map((values) => {
    const { numbers, steps } = bodice({}, values);
    const sleeve = draftsOf("sleeve-block").pattern({}, values).numbers;
    return { ...numbers, ...steps, ...sleeve } as Readonly<Record<string, number>>;
  });
  const column = (name: string): number[] => cups.map((numbers) => numbers[name] ?? 0);

  it("has a bust dart whose angle grows with every centimetre of bust", () => {
    const angles = column("dartAngle");
    angles.slice(1).forEach((angle, i) => void expect(angle).toBeGreaterThan(angles[i] ?? 90));
    expect(angles[0]).toBeLessThan(12);
    expect(angles.at(-1)).toBeGreaterThan(38);
  });

  it("keeps an armscye of its arm: back and front together, under a cap of the usual height", () => {
    const [back, front] = [column("backArmscye"), column("frontArmscye")];
    back.forEach((length, i) => void expect(Math.abs(length - (front[i] ?? 0))).toBeLessThan(1.5));
    expect(Math.max(...column("armscye")) - Math.min(...column("armscye"))).toBeLessThan(4.5);
    for (const height of column("capHeight")) {
      expect(height / 33).toBeGreaterThan(0.35);
      expect(height / 33).toBeLessThan(0.48);
    }
  });
});

const notesOf = (values: Values, options: OptionValues = {}) =>
  answer(options, values).problems.flatMap((problem) => (problem.kind === "note" ? [problem] : []));

describe("a bodice", () => {
  it("takes the high bust of the size table for the widths where none is measured, and says so", () => {
    const values = { ...EXAMPLE_BODY, upper_chest_girth: null };
    const [said] = notesOf(values);
    expect(said).toMatchObject({ reason: "bodice-high-bust", fields: ["upper_chest_girth"] });
    expect(said?.values.high).toBeCloseTo(tableBust(35 + 33) - 5, 6);
    const width = (body: Values) => bodice({}, body).numbers.dartWidth ?? 0;
    expect(Math.abs(width(values) - width(EXAMPLE_BODY))).toBeLessThan(0.3);
    expect(notesOf(EXAMPLE_BODY)).toEqual([]);
  });

  it("says of a bust dart above 25° that it is sewn as two, until half of it has moved", () => {
    const isSaid = (options: OptionValues): boolean =>
      notesOf(withBust(100), options).some(({ reason }) => reason === "bodice-dart-two");
    expect(isSaid({})).toBe(true);
    expect(isSaid({ dartPlace: "side", dartShare: 50 })).toBe(false);
    expect(isSaid({ dartPlace: "side", dartShare: 100 })).toBe(true);
  });

  it.each<[string, FieldKey, number]>([
    ["a high bust of another body", "upper_chest_girth", 105],
    ["a front that no dart brings to the height of the back", "side_neck_to_waist_front", 49],
    ["an arm that does not belong to the armscye", "upper_arm_girth", 38],
    ["a front arc beyond the bust girth", "bust_front_arc", 70],
  ])("asks about %s", (_what, field, value) => {
    expect(answer({}, { [field]: value }).problems).toContainEqual(
      expect.objectContaining({ kind: "unusual", field }),
    );
  });
});
