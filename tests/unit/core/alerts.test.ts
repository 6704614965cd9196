import { expect, test } from "vitest";
import { createAlerts } from "../../../src/core/alerts.ts";

const shown = (alerts: ReturnType<typeof createAlerts<string>>) =>
  alerts.state.list.map(({ text }) => text);

test("alerts stand in the order in which they came", () => {
  const alerts = createAlerts<string>();
  alerts.show({ tone: "error", text: "first", seconds: 5 });
  alerts.show({ tone: "info", text: "second", seconds: 10 });
  expect(shown(alerts)).toEqual(["first", "second"]);
});

test("the same alert is not shown twice: the later one has its whole time", () => {
  const alerts = createAlerts<string>();
  alerts.show({ tone: "error", text: "same", values: { minutes: 5 }, seconds: 5 });
  alerts.show({ tone: "info", text: "other", seconds: 5 });
  const [before] = alerts.state.list.map(({ id }) => id);
  alerts.show({ tone: "error", text: "same", values: { minutes: 4 }, seconds: 5 });
  expect(shown(alerts)).toEqual(["other", "same"]);
  expect(alerts.state.list[1]).toMatchObject({ values: { minutes: 4 } });
  expect(alerts.state.list[1]?.id).not.toBe(before);
});

test("dismissing takes away the one that is meant, and an unknown one is no harm", () => {
  const alerts = createAlerts<string>();
  for (const text of ["a", "b", "c"]) alerts.show({ tone: "info", text, seconds: 5 });
  const middle = alerts.state.list[1]?.id ?? 0;
  alerts.dismiss(middle);
  alerts.dismiss(middle);
  expect(shown(alerts)).toEqual(["a", "c"]);
});
