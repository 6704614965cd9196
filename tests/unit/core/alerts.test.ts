import { expect, test } from "vitest";
import { createAlerts } from "../../../src/core/alerts.ts";

const shown = (alerts: ReturnType<typeof createAlerts<string>>) =>
  alerts.state.list.map(({ text }) => text);

test("the same alert is not shown twice: its time starts again", () => {
  const alerts = createAlerts<string>();
  alerts.show({ tone: "error", text: "same", values: { minutes: 5 }, seconds: 5 });
  alerts.show({ tone: "info", text: "other", seconds: 5 });
  const [before] = alerts.state.list.map(({ id }) => id);
  alerts.show({ tone: "error", text: "same", values: { minutes: 4 }, seconds: 5 });
  expect(shown(alerts)).toEqual(["other", "same"]);
  expect(alerts.state.list[1]).toMatchObject({ values: { minutes: 4 } });
  expect(alerts.state.list[1]?.id).not.toBe(before);
});
