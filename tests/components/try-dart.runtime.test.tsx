import { useCallback, useState } from "react";
import { expect, test } from "vitest";
import type { Units, Values } from "../../src/domain/measurements/fields.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { TryDart } from "../../src/features/lessons/draft/try-dart.tsx";
import { queryAllByRole, queryByRole } from "./accessible.ts";
import { axeFindings } from "./axe-findings.ts";
import { strike } from "./person.ts";
import { act, pageText, render, waitUntil } from "./render.tsx";

const FIGURE = '<figure><img alt="The front"><figcaption>Figure 1</figcaption></figure>';

/** A lesson's text with the figure, as a lesson has it. */
const Lesson = (props: { values: Values | null; units: Units; tries?: boolean }) => {
  const { values, units, tries = true } = props;
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const text = useCallback((article: HTMLElement | null) => {
    if (article && !article.firstChild) article.innerHTML = FIGURE;
    setImage(article?.querySelector("img") ?? null);
  }, []);
  return (
    <>
      <article ref={text} />
      {image && tries ? <TryDart image={image} values={values} units={units} /> : null}
    </>
  );
};

const show = async (values: Values | null, units: Units = "cm") => {
  const { redraw } = await render(<Lesson values={values} units={units} />);
  await waitUntil(() => queryAllByRole("slider").length === 2);
  const figure = document.querySelector("figure") as HTMLElement;
  return { redraw, figure };
};

const dart = () => queryAllByRole("slider")[0] as HTMLElement;
const press = async (key: string) => {
  await act(() => dart().focus());
  await strike(key);
};
const now = () => Number(dart().getAttribute("aria-valuenow"));

test("the arrow keys move the dart by a millimetre, and its edge and width are read out", async () => {
  const { figure } = await show(null);
  expect(figure.contains(dart())).toBe(true);
  const start = now();
  expect(dart().getAttribute("aria-valuetext")).toBe("Side, 4.5\u00a0cm wide");
  await press("ArrowRight");
  await waitUntil(() => now() === start + 1);
  await press("PageDown");
  await waitUntil(() => now() === start - 9);
  await press("End");
  await waitUntil(() => dart().getAttribute("aria-valuetext")?.startsWith("Shoulder"));
  await press("ArrowRight");
  expect(now()).toBe(Number(dart().getAttribute("aria-valuemax")));
  expect(await axeFindings()).toEqual([]);
});

test("waist and seams are shown for the example body, and are read out once the dart rests", async () => {
  await show(null);
  expect(pageText()).toContain("drafted for the example body");
  expect(pageText()).toContain("Whole waist, darts closed74 cm");
  expect(pageText()).toContain("Shoulder seamback 13 cm, front 12.5 cm");
  await waitUntil(() => queryByRole("status")?.textContent?.includes("Whole waist"));
});

test("the student's own measures are shown in the unit of their table, if they make a bodice", async () => {
  await show({ ...EXAMPLE_BODY, waist_girth: 75 }, "in");
  expect(pageText()).toContain("drafted to your own measurements");
  expect(pageText()).toContain("Whole waist, darts closed31 1/8 in");
  document.body.replaceChildren();
  await show({ bust_girth: 90 });
  expect(pageText()).toContain("drafted for the example body");
});

test("the figure gets its picture back when the trial goes", async () => {
  const { figure, redraw } = await show(null);
  expect(figure.className).not.toBe("");
  await redraw(<Lesson values={null} units="cm" tries={false} />);
  expect([figure.className, figure.querySelector("svg")]).toEqual(["", null]);
});
