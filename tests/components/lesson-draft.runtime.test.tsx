import { useCallback, useState } from "react";
import { expect, test } from "vitest";
import { personIdOf } from "../../src/app-context/person-id.ts";
import { measurementsOf } from "../../src/app-context/use-measurements.ts";
import {
  getDefaultMeasurement,
  getMeasurements,
  type Measurement,
} from "../../src/contract/measurements.ts";
import { measurementsKey } from "../../src/core/measurements-key.ts";
import type { Units, Values } from "../../src/domain/measurements/fields.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { createDraftChoice } from "../../src/features/lessons/draft/draft-marks.ts";
import LessonDraft from "../../src/features/lessons/draft/lesson-draft.tsx";
import { TryDart } from "../../src/features/lessons/draft/try-dart.tsx";
import { Result } from "../../src/lib/result.ts";
import type { Send } from "../../src/transport/transport.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { strike } from "./person.ts";
import { act, axeFindings, pageText, render, renderApp, waitUntil } from "./render.tsx";

const TEXT = `
<p>Half hip: (<span data-draft="skirt-block.hip_girth">96</span> + 4) ÷ 2 =
<b data-draft="skirt-block.halfHip">50 cm</b> and <u data-draft="length">1 cm</u></p>
<p id="hostile"><i data-draft="skirt-block.constructor">1</i><i data-draft="__proto__.x">2</i>
<i data-draft="&lt;img src=x onerror=alert(1)&gt;">3</i><i data-draft="skirt-block.halfHip">none</i></p>
<figure><img data-draft="skirt-block/frame" src="blob:example" width="380" height="440" alt="Frame"></figure>`;

const table = (values: Measurement["values"], units: "cm" | "in" = "cm"): Measurement => ({
  ...{ id: 3, name: "My table", is_default: true, units, updated: "2026-01-01T00:00:00Z", values },
});

/** A lesson as it is shown to somebody with this default table. */
const lesson = async (standard: Measurement | null, isOnPaper = false) => {
  const opened = await openSignedIn();
  const send = (async (call: unknown) => {
    const measurement = standard && { ...standard };
    if (call === getDefaultMeasurement) return Result.ok({ measurement });
    const measurements = measurement ? [measurement] : [];
    if (call === getMeasurements) return Result.ok({ measurements, cursor: null });
    return Result.fail({ kind: "unreachable" });
  }) as Send;
  const ready: unknown[] = [];
  const app = { ...opened.app, transport: { ...opened.app.transport, send } };
  await renderApp(
    app,
    <article>
      <LessonDraft
        courseKey="PMB"
        language="en"
        {...(isOnPaper && { onReady: () => ready.push(half()) })}
      />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text of this test */}
      <div lang="en" dangerouslySetInnerHTML={{ __html: TEXT }} />
    </article>,
  );
  return { ...opened, ready, measurements: measurementsOf(app) };
};

const half = () => document.querySelector("b[data-draft]")?.textContent;
const bare = () => document.querySelector("span[data-draft]")?.textContent;
const image = () => document.querySelector<HTMLImageElement>("img[data-draft]") as HTMLImageElement;
const BODY = { ...EXAMPLE_BODY, hip_girth: 98.5 };

test("a lesson has the student's own numbers and figures, and gives the example's back", async () => {
  const { machine, app } = await lesson(table(BODY));
  await waitUntil(() => half() === "51.3 cm");
  expect(bare()).toBe("98.5");
  expect(document.querySelector("b")?.title).toBe("In the example: 50 cm");
  expect(document.querySelector("u")).toMatchObject({ textContent: "1 cm", title: "" });
  await waitUntil(() => image().src !== "blob:example");
  expect(image().hasAttribute("width")).toBe(false);
  // The school's picture comes late.
  image().src = "blob:late";
  expect(image().src).not.toBe("blob:late");

  const line = () => document.querySelector("details:not([open]) > summary")?.textContent;
  expect(line()).toBe("Numbers and figures: My measurements");
  await act(() => getByRole("radio", "Both").click());
  expect([half(), bare()]).toEqual(["51.3 cm (50 cm)", "98.5"]);
  await act(() => getByRole("radio", "Example").click());
  expect(line()).toBe("Numbers and figures: Example");
  expect([half(), bare()]).toEqual(["50 cm", "96"]);
  expect([image().src, image().getAttribute("width")]).toEqual(["blob:late", "380"]);
  const again = createDraftChoice(machine.storage, personIdOf(app));
  expect(again.state.choices).toEqual({ PMB: "example" });
});

test("a name that a text makes up changes nothing", async () => {
  await lesson(table(BODY));
  await waitUntil(() => half() === "51.3 cm");
  expect(document.querySelector("#hostile")?.textContent).toBe("12\n3none");
  expect(document.querySelectorAll("img").length).toBe(1);
});

test("a lesson follows a table that another tab has changed", async () => {
  const own = table(BODY);
  const { machine, app } = await lesson(own);
  await waitUntil(() => half() === "51.3 cm");
  Object.assign(own, { updated: "2026-01-02T00:00:00Z", values: { ...BODY, hip_girth: 100 } });
  machine.storage.set(measurementsKey(personIdOf(app)), JSON.stringify(own));
  await waitUntil(() => half() === "52 cm");
});

test("a text that comes later, such as the copy that is printed, has the own numbers too", async () => {
  await lesson(table(BODY));
  await waitUntil(() => half() === "51.3 cm");
  const copy = '<div lang="de"><em data-draft="skirt-block.quarter">25 cm</em></div>';
  await act(() => document.querySelector("article")?.insertAdjacentHTML("beforeend", copy));
  await waitUntil(() => document.querySelector("em")?.textContent === "25,6 cm");
});

test("a table in inches shows inches, also for what is added to the student's number", async () => {
  await lesson(table(BODY, "in"));
  await waitUntil(() => half() === "20 3/16\u00a0in");
  expect(bare()).toBe("38 3/4");
  const same = document.querySelector("u");
  expect(same?.textContent).toBe("3/8\u00a0in");
  // It is nobody's own.
  expect(same?.className).toBe("");
});

test("the example comes back, unmarked, when the table is deleted", async () => {
  const { measurements } = await lesson(table(BODY));
  await waitUntil(() => half() === "51.3 cm");
  await act(() => void Object.assign(measurements.state, { standard: null }));
  await waitUntil(() => half() === "50 cm");
  const mark = document.querySelector("b[data-draft]");
  expect([mark?.className, mark?.hasAttribute("title")]).toEqual(["", false]);
  await waitUntil(() => image().src === "blob:example");
});

test("on paper it says once that all is there, and whose numbers they are", async () => {
  const { ready } = await lesson(table(BODY), true);
  await waitUntil(() => ready.length > 0);
  expect(document.querySelector("article")?.textContent).toContain("My table");
  expect(queryByRole("radio", "Example")).toBeNull();
  expect(half()).toBe("51.3 cm");
  expect(image().src).not.toBe("blob:example");
});

test.each<[why: string, table: Measurement | null, links: Record<string, string>]>([
  ["no table", null, { "Enter my measurements": "table=new" }],
  [
    "missing and impossible measures",
    table({ waist_girth: 70, hip_girth: 9600 }),
    { "Waist to hips": "table=3&field=waist_to_hip", "Hip girth": "field=hip_girth" },
  ],
  ["measures that the draft does not fit", table({ ...BODY, hip_girth: 120 }), { Patterns: "" }],
])("with %s the example stays, and a link leads to what helps", async (_, own, links) => {
  await lesson(own);
  for (const [name, to] of Object.entries(links)) {
    const link = await waitUntil(() => queryByRole("link", name));
    expect(link.getAttribute("href")).toContain(to);
  }
  expect(half()).toBe("50 cm");
  expect(queryByRole("radio", "Example")).toBeNull();
});

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
