import { expect, test } from "vitest";
import { OwnMeasurements } from "../../src/features/profile/measurements/own-measurements.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryByRole } from "./accessible.ts";
import { click, type } from "./person.ts";
import { renderApp, waitUntil } from "./render.tsx";

const LIST = "GET /user/measurements";
const table = {
  ...{ id: 3, name: "Spring", is_default: true, units: "cm" as const },
  ...{ updated: "2026-03-01T10:00:00.000Z", values: { waist_girth: 70, hip_girth: 95 } },
};
const values = { waist_girth: 72, hip_girth: 95 };
const theirs = { ...table, updated: "2026-03-02T10:00:00.000Z", values };

/** Somebody who has typed a hip of 99 while another tab has saved a waist of 72. */
const openTable = async () => {
  const { app, school } = await openSignedIn();
  await app.language.boot("en");
  const sent: { replaces: string; values: Record<string, number> }[] = [];
  let present = table;
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
