import { expect, test } from "vitest";
import { authorForms, formFor } from "../../../src/domain/film-forms.ts";

test("forms beside a film are known by its name, the smallest first", () => {
  const titles = [
    ...["pin.mp4", "pin.medium.mp4", "pin.small.mp4", "pin.SMALL.webm", "a/pin.small.mp4"],
    ...["pins.small.mp4", "hem.webm", "small.mp4", "pin.large.mp4"],
  ];
  const small = { width: 240, title: "pin.SMALL.webm" };
  const medium = { width: 720, title: "pin.medium.mp4" };
  expect([...authorForms(titles)]).toEqual([["pin.mp4", [small, medium]]]);
});

const SMALL = { width: 240, size: 10 };
const MEDIUM = { width: 720, size: 50 };

test.each([
  ["small", [SMALL, MEDIUM], SMALL],
  ["medium", [SMALL, MEDIUM], MEDIUM],
  ["whole", [SMALL, MEDIUM], null],
  ["small", [MEDIUM], MEDIUM],
  ["medium", [SMALL], null],
  ["small", [], null],
] as const)("the form for %s among %j", (chosen, forms, played) => {
  expect(formFor(forms, chosen)).toBe(played);
});
