import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Measurement } from "../../src/contract/measurements.ts";
import { LANGUAGES, type Language } from "../../src/domain/languages.ts";
import { FIELD_KEYS, FIELDS, type FieldKey } from "../../src/domain/measurements/fields.ts";
import { fromInchParts, toInchParts } from "../../src/domain/measurements/format-measure.ts";
import { parseMeasure } from "../../src/domain/measurements/parse-measure.ts";
import { CompareTables } from "../../src/features/profile/measurements/compare-tables.tsx";
import { createEditedTable } from "../../src/features/profile/measurements/edited-table.ts";
import { MeasureField } from "../../src/features/profile/measurements/measure-field.tsx";
import { PrintSheet } from "../../src/features/profile/measurements/print-sheet.tsx";
import { TableCard } from "../../src/features/profile/measurements/table-card.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { render, renderApp } from "./render.tsx";

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
