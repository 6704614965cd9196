import { describe, expect, it } from "vitest";
import { noteTexts, unfitReasons } from "../../../src/core/pattern-messages.ts";
import {
  FIELD_KEYS,
  FIELDS,
  type FieldKey,
  type Values,
} from "../../../src/domain/measurements/fields.ts";
import {
  type Block,
  type DraftProblem,
  isRefusal,
  type OptionValues,
} from "../../../src/drafting/block.ts";
import { completeOptions, draft, draftBlock } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES, randomFrom } from "./bodies.ts";
import { EVERYTHING, optionsOf } from "./drafted.ts";

const body = (BODIES[4] as (typeof BODIES)[number]).values;

const everyField = (
  change: (value: number, about: (typeof FIELDS)[FieldKey]) => number | null,
): Values =>
  Object.fromEntries(FIELD_KEYS.map((field) => [field, change(body[field], FIELDS[field])]));

/** What is wrong with an answer: nothing if it is a pattern that can be sewn, or a reason that has a text. */
const faultsOf = (block: Block, values: Values, options: OptionValues = {}): string[] => {
  const { pattern, problems } = draftBlock(block, { values, options });
  const faults = problems.flatMap((problem) => {
    if (problem.kind !== "unfit" && problem.kind !== "note")
      return problem.field in FIELDS ? [] : [`no field ${problem.field}`];
    const { kind, reason, fields, options: named, values: said } = problem;
    const found: string[] = [];
    if (!Object.hasOwn(kind === "note" ? noteTexts : unfitReasons, reason))
      found.push(`no text for ${reason}`);
    if (!Object.values(said).every(Number.isFinite)) found.push("a value that is no number");
    if (kind === "unfit" && fields.length + named.length === 0)
      found.push("nothing to look at again");
    return found;
  });
  if (pattern) return [...faults, ...patternProblems(pattern)];
  return problems.some(isRefusal) ? faults : [...faults, "no pattern, and no reason"];
};

const bodies: Readonly<Record<string, Values>> = {
  "all zero": everyField(() => 0),
  negative: everyField((value) => -value),
  "not a number": everyField(() => Number.NaN),
  "as large as numbers get": everyField(() => Number.MAX_VALUE),
  "of a small child": everyField((value) => value * 0.6),
  "twice a grown person": everyField((value) => value * 2),
  "inches typed as centimetres": everyField((value) => value / 2.54),
  "centimetres typed as inches": everyField((value) => value * 2.54),
  "at the lower end of what is usual": everyField((_, { usual }) => usual[0]),
  "at the upper end of what is usual": everyField((_, { usual }) => usual[1]),
  "with no field at all": {},
  "with all fields empty": everyField(() => null),
  "with darts wider than the waist": { ...body, waist_girth: 46, hip_girth: 180, bust_girth: 165 },
  "with a waist far beyond bust and hip": { ...body, waist_girth: 165 },
  "with keys of the prototype": JSON.parse('{"__proto__": {"waist_girth": 70}, "constructor": 1}'),
};

const odd = [0, -1, 1e9, -1e9, 0.123456789, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE];

describe.each(EVERYTHING)("$id", (block) => {
  it.each(Object.entries(bodies))("is sound or says why not for a body %s", (_name, values) => {
    expect(faultsOf(block, values)).toEqual([]);
  });

  it("is sound or says why not with each measure alone being wrong", () => {
    const read = new Set([...block.needs({}), ...(block.uses ?? [])]);
    const cases = FIELD_KEYS.flatMap((field) => {
      const [min, max] = FIELDS[field].usual;
      const wrong = [...odd, 3, min / 2, max * 2, body[field] / 2.54];
      // A measure that the block does not read is tried once.
      return (read.has(field) ? wrong : [Number.NaN]).map((value) => ({ field, value }));
    });
    const faults = sweepOf(cases).flatMap(({ field, value }) =>
      faultsOf(block, { ...body, [field]: value }).map((fault) => `${field} ${value}: ${fault}`),
    );
    expect(faults.slice(0, 8)).toEqual([]);
  });

  it("is sound or says why not for bodies of which some or all measures are wrong", () => {
    const random = randomFrom(7);
    const cases = Array.from({ length: 500 }, () => {
      const wrong = random();
      const values = everyField((value, { usual: [min, max] }) => {
        const other = min / 2 + random() * (max * 2 - min / 2);
        return random() < wrong ? other : value;
      });
      return { values, options: optionsOf(block, random) };
    });
    const faults = sweepOf(cases).flatMap(({ values, options }) =>
      faultsOf(block, values, options).map((fault) => `${JSON.stringify(values)}: ${fault}`),
    );
    expect(faults.slice(0, 4)).toEqual([]);
  });

  it("is sound or says why not with each option at its ends, beyond them, and of another kind", () => {
    const cases = block.options.flatMap((option) => {
      const ends = option.kind === "number" ? [option.min, option.max] : option.choices;
      return [...ends, ...odd, "", "<script>", "__proto__"].map((value) => ({ option, value }));
    });
    const faults = sweepOf(cases).flatMap(({ option: { name }, value }) =>
      faultsOf(block, body, { [name]: value }).map((fault) => `${name} ${value}: ${fault}`),
    );
    expect(faults.slice(0, 8)).toEqual([]);
  });

  it("takes no option that it does not have, and none from a prototype", () => {
    const start = completeOptions(block, {});
    const hostile = JSON.parse('{"__proto__": {"length": 1}, "constructor": 3, "nonsense": 4}');
    expect(completeOptions(block, hostile)).toEqual(start);
    expect(Object.keys(start)).toEqual(block.options.map(({ name }) => name));
    expect(faultsOf(block, body, hostile)).toEqual([]);
  });
});

const refusalOf = (block: string, values: object, options: OptionValues = {}) => {
  const { pattern, problems } = draft({ block, values, options });
  expect(pattern).toBeNull();
  return problems.find(
    (problem): problem is Extract<DraftProblem, { kind: "unfit" }> => problem.kind === "unfit",
  );
};

it("a refusal names the allowance, and the widest one that fits", () => {
  const options = { bicepsEase: 1, seamAllowance: 3 };
  const isDrafted = (values: Values, seamAllowance: number): boolean => {
    const request = { block: "sleeve-block", values, options: { ...options, seamAllowance } };
    return draft(request).pattern !== null;
  };
  const found = BODIES.find(({ values }) => isDrafted(values, 0) && !isDrafted(values, 3));
  const values = found?.values ?? {};
  const refusal = refusalOf("sleeve-block", values, options);
  const cause = { reason: "allowance-wide", fields: [], options: ["seamAllowance"] };
  expect(refusal).toMatchObject(cause);
  const most = refusal?.values.most ?? 0;
  expect([most, most + 0.1].map((each) => isDrafted(values, each))).toEqual([true, false]);
});

it("a refusal names the choice alone where the choice of the lessons would do", () => {
  const refusal = refusalOf("sleeve-block", EXAMPLE_BODY, { bicepsEase: 14, capEase: 0 });
  const cause = { reason: "sleeve-cap-flat", fields: [], options: ["bicepsEase"] };
  expect(refusal).toMatchObject(cause);
});

it("a refusal names the measures where no choice is to blame", () => {
  const values = { ...EXAMPLE_BODY, upper_arm_girth: 44 };
  const refusal = refusalOf("sleeve-block", values, { bicepsEase: 6 });
  expect(refusal?.fields).toContain("upper_arm_girth");
});

it.each(["bodice-block", "sleeve-block"])("a refusal of a child's table says so: %s", (block) => {
  const smaller = Object.entries(EXAMPLE_BODY).map(([field, value]) => [field, value * 0.72]);
  const child = Object.fromEntries(smaller);
  const values = { ...child, shoulder_slope: 22 };
  expect(refusalOf(block, values)).toMatchObject({ reason: "bodice-child" });
  const { problems } = draft({ block, values, options: {} });
  expect(problems.filter(({ kind }) => kind === "note")).toEqual([]);
});
