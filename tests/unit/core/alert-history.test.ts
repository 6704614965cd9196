import { expect, test } from "vitest";
import { createAlertHistory } from "../../../src/core/alert-history.ts";
import { createAlerts } from "../../../src/core/alerts.ts";

const open = () => {
  const alerts = createAlerts<string>();
  let time = 1000;
  const messages = createAlertHistory(alerts, () => time++);
  return { alerts, messages, texts: () => messages.state.list.map(({ alert }) => alert.text) };
};

test("an alert that is gone is still listed, the newest first, with the time it was shown", () => {
  const { alerts, messages, texts } = open();
  alerts.show({ tone: "error", text: "a", seconds: 5 });
  messages.start();
  alerts.show({ tone: "info", text: "b", seconds: 5, values: { minutes: 2 } });
  for (const { id } of [...alerts.state.list]) alerts.dismiss(id);
  expect(texts()).toEqual(["b", "a"]);
  expect(messages.state.list[0]).toMatchObject({ alert: { values: { minutes: 2 } }, at: 1001 });
});

test("the same alert is not shown twice: its time starts again", () => {
  const { alerts } = open();
  alerts.show({ tone: "error", text: "same", values: { minutes: 5 }, seconds: 5 });
  alerts.show({ tone: "info", text: "other", seconds: 5 });
  const before = alerts.state.list[0]?.id;
  alerts.show({ tone: "error", text: "same", values: { minutes: 4 }, seconds: 5 });
  expect(alerts.state.list.map(({ text }) => text)).toEqual(["other", "same"]);
  expect(alerts.state.list[1]).toMatchObject({ values: { minutes: 4 } });
  expect(alerts.state.list[1]?.id).not.toBe(before);
});

test("the list keeps the last fifty", () => {
  const { alerts, messages, texts } = open();
  messages.start();
  for (let turn = 0; turn < 60; turn += 1) {
    alerts.show({ tone: "info", text: String(turn), seconds: 5 });
  }
  expect(texts()).toHaveLength(50);
  expect(texts()[0]).toBe("59");
});
