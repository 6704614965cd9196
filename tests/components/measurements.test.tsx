import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Measurement } from "../../src/contract/measurements.ts";
import { LANGUAGES, type Language } from "../../src/domain/languages.ts";
import { FIELD_KEYS, FIELDS, type FieldKey } from "../../src/domain/measurements/fields.ts";
import { fromInchParts, toInchParts } from "../../src/domain/measurements/format-measure.ts";
import { parseMeasure } from "../../src/domain/measurements/parse-measure.ts";
import { CompareTables } from "../../src/features/profile/measurements/compare-tables.tsx";
import { createEditedTable } from "../../src/features/profile/measurements/edited-table.ts";
import { MeasureField } from "../../src/features/profile/measurements/measure-field.tsx";
import { OwnMeasurements } from "../../src/features/profile/measurements/own-measurements.tsx";
import { PrintSheet } from "../../src/features/profile/measurements/print-sheet.tsx";
import { TableCard } from "../../src/features/profile/measurements/table-card.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, type } from "./person.ts";
import { act, render, renderApp, waitUntil } from "./render.tsx";

type Units = Measurement["units"];

/** A value of each field, with one decimal, all different. */
const VALUES = Object.fromEntries(
  FIELD_KEYS.map((field, at) => [field, FIELDS[field].usual[0] + at / 10 + 0.7]),
) as Record<FieldKey, number>;

const tableIn = (units: Units, id = 1): Measurement => ({
  ...{ id, name: "Spring", is_default: true, units, updated: "2026-03-01", values: VALUES },
});

/** What a field's value is, as far as the units of the table can show it. */
const expected = (field: FieldKey, units: Units): number => {
  const value = Math.round(VALUES[field] * 10) / 10;
  return units === "in" && FIELDS[field].unit === "cm"
    ? fromInchParts(toInchParts(value, 8), 8)
    : value;
};

/** The texts with which a screen shows the fields in their order, each with its unit. */
const SCREENS: Record<string, (language: Language, units: Units) => Promise<[FieldKey, string][]>> =
  {
    "a field": async (language, units) => {
      const table = createEditedTable(tableIn(units));
      const events = { onType() {}, onFocus() {}, onLeave() {} };
      const rest = { table, wrong: false, active: false, readOnly: false, ...events };
      const { container } = await render(
        FIELD_KEYS.map((field) => <MeasureField key={field} field={field} {...rest} />),
        { language },
      );
      const inputs = [...container.querySelectorAll("input")];
      return FIELD_KEYS.map((field, at) => {
        const unit = inputs[at]?.nextElementSibling?.textContent;
        return [field, `${inputs[at]?.value} ${unit}`];
      });
    },
    "the summary of a table": async (language, units) => {
      const card = <TableCard table={tableIn(units)} unsaved={false} />;
      const { container } = await render(card, { language });
      const shown = ["height", "bust_girth", "waist_girth", "hip_girth"] as const;
      const texts = [...container.querySelectorAll("dd")].map(({ textContent }) => textContent);
      return shown.map((field, at) => [field, texts[at] ?? ""]);
    },
    "the comparison of two tables": async (language, units) => {
      const tables = [tableIn(units), tableIn(units, 2)];
      const { container } = await render(<CompareTables tables={tables} />, { language });
      const rows = [...container.querySelectorAll("tr:has(td)")];
      return FIELD_KEYS.flatMap((field, at) => {
        const row = rows[at];
        const unit = row?.querySelector("small")?.textContent;
        const cells = [...(row?.querySelectorAll("td:not(:last-child)") ?? [])];
        return cells.map((cell): [FieldKey, string] => [field, `${cell.textContent} ${unit}`]);
      });
    },
    "the printed sheet": async (language, units) => {
      vi.stubGlobal("print", () => {});
      onTestFinished(() => void vi.unstubAllGlobals());
      const { app } = await openSignedIn();
      const sheet = <PrintSheet table={tableIn(units)} onPrinted={() => {}} />;
      const { container } = await renderApp(app, sheet, { language });
      const rows = [...container.querySelectorAll("div:has(> b)")];
      return FIELD_KEYS.map((field, at) => {
        const [, number, unit] = [...(rows[at]?.children ?? [])].map((cell) => cell.textContent);
        return [field, `${number}${unit}`];
      });
    },
  };

describe.each(Object.entries(SCREENS))("%s", (_, textsOf) => {
  test.each(LANGUAGES)("shows measures that a field can read, in %s", async (language) => {
    for (const units of ["cm", "in"] as const) {
      const texts = await textsOf(language, units);
      expect(texts.length).toBeGreaterThan(3);
      for (const [field, text] of texts) {
        expect([field, text, parseMeasure(text, field, units)]).toEqual([
          field,
          text,
          { kind: "value", value: expected(field, units) },
        ]);
      }
    }
  });
});

const LIST = "GET /user/measurements";
const ours = {
  ...{ id: 3, name: "Spring", is_default: true, units: "cm" as const },
  ...{ updated: "2026-03-01T10:00:00.000Z", values: { waist_girth: 70, hip_girth: 95 } },
};
const values = { waist_girth: 72, hip_girth: 95 };
const theirs = { ...ours, updated: "2026-03-02T10:00:00.000Z", values };

/** Somebody who has typed a hip of 99 while another tab has saved a waist of 72. */
const openTable = async () => {
  const { app, school } = await openSignedIn();
  await app.language.boot("en");
  const sent: { replaces: string; values: Record<string, number> }[] = [];
  let present = ours;
  const answerList = () => {
    school.answerWith(LIST, { measurements: [present] });
    school.answerWith(`${LIST}/default`, { measurement: present });
  };
  answerList();
  school.answer("PUT /user/measurements/3", async ({ req }) => {
    const body = await req.json();
    sent.push(body);
    if (body.replaces !== present.updated) return school.refusal(409, "measurement/changed");
    return Response.json({ measurement: { ...present, ...body } });
  });
  history.replaceState(null, "", "/measurements?table=3");
  await renderApp(app, <OwnMeasurements />);
  const field = () => queryByRole<HTMLInputElement>("textbox", "Hip girth");
  await type(await waitUntil(field), "99");
  present = theirs;
  answerList();
  await click(getByRole("button", "Save"));
  await waitUntil(() => queryByRole("alert"));
  const rows = [...document.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
  return { sent, rows: rows.map((row) => row.replaceAll(/\s/g, " ")), field };
};

test("a table that another tab has changed is shown with what differs, and is replaced on request", async () => {
  const { sent, rows } = await openTable();
  expect(rows).toEqual(["Waist girth72 cm70 cm", "Hip girth95 cm99 cm"]);
  await click(getByRole("button", "Save mine"));
  await waitUntil(() => sent.length === 2);
  expect(sent[1]).toMatchObject({ replaces: theirs.updated, values: { hip_girth: 99 } });
});

test("a table that another tab has changed stays if the person takes it", async () => {
  const { sent, field } = await openTable();
  await click(getByRole("button", "Use the other one"));
  await waitUntil(() => field()?.value === "95" || undefined);
  expect(queryByRole("alert")).toBeNull();
  expect(sent).toHaveLength(1);
});

test("a table is copied once at a double click, though the school has answered before its second press", async () => {
  const { app, school } = await openSignedIn();
  school.answerWith(LIST, { measurements: [ours] });
  school.answerWith(`${LIST}/default`, { measurement: ours });
  const copies: string[] = [];
  school.answer("POST /user/measurements", async ({ req }) => {
    const { name } = await req.json();
    copies.push(name);
    return Response.json({ measurement: { ...ours, id: 4, name, is_default: false } });
  });
  history.replaceState(null, "", "/measurements");
  await renderApp(app, <OwnMeasurements />);
  const press = (detail: number) => {
    const [button] = queryAllByRole("button").filter(
      ({ textContent }) => textContent === "Duplicate",
    );
    return act(() => button?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail })));
  };
  await waitUntil(() => queryByRole("button", "Duplicate"));
  await press(1);
  await waitUntil(() => queryByRole("heading", "Copy of Spring"));
  const isIdle = () => document.querySelector("[aria-disabled]") === null;
  await waitUntil(isIdle);
  await press(2);
  await waitUntil(isIdle);
  expect(copies).toEqual(["Copy of Spring"]);
});
