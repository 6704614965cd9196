import { expect, test } from "vitest";
import { createAlertHistory } from "../../../src/core/alert-history.ts";
import { createAlerts } from "../../../src/core/alerts.ts";
import {
  appMissingAlert,
  backOnlineAlert,
  connectionAlert,
  type FailureAlert,
  sessionEndAlerts,
  signInAlerts,
} from "../../../src/core/failure-alerts.ts";
import { refusedWriteAlerts } from "../../../src/core/queue.ts";
import { courseSelectionAlert } from "../../../src/core/study.ts";
import {
  activationAlerts,
  backOnlineInWizardAlert,
  deactivationAlert,
  registrationAlerts,
} from "../../../src/offline/licence/failure-messages.ts";

const wrongSerial = registrationAlerts["wrong-serial"];

/** Each alert, and what it shows: tone and seconds, the messages of its title, if any, and its text. */
test.each<[shown: string, FailureAlert]>([
  ["error, 6 s: failure.title: failure.connection", signInAlerts.else],
  ["error, 15 s: failure.title: authorization.throttled", signInAlerts[429]],
  ["error, 20 s: failure.title: authorization.expired", signInAlerts.expired],
  ["error, 20 s: failure.title: authorization.blocked", signInAlerts[403]],
  ["error, 10 s: authorization.used-elsewhere", sessionEndAlerts["used-elsewhere"]],
  ["error, 10 s: authorization.expired", sessionEndAlerts.expired],
  ["error, 10 s: authorization.ended", sessionEndAlerts.ended],
  ["error, 5 s: course-failure.no-connection: failure.connection", courseSelectionAlert],
  ["error, 20 s: lesson.complete-failed: lesson.not-accepted", refusedWriteAlerts.complete],
  ["error, 20 s: lesson.session-failed: lesson.not-accepted", refusedWriteAlerts.session],
  ["error, 6 s: failure.connection", connectionAlert],
  ["error, 20 s: failure.connection", appMissingAlert],
  ["error, 10 s: activation.wrong-serial: activation.check-typo", wrongSerial],
  ["error, 15 s: about.not-deactivated", deactivationAlert],
  ["info, 5 s: failure.back-online", backOnlineAlert],
  ["info, 3 s: failure.back-online", backOnlineInWizardAlert],
  ["error, 10 s: failure.title: activation.unknown-serial", activationAlerts["unknown-serial"]],
  ["error, 10 s: failure.title: activation.not-valid", activationAlerts["not-valid"]],
  ["error, 10 s: failure.title: activation.no-data", activationAlerts["no-data"]],
  ["error, 10 s: failure.title: activation.no-connection", activationAlerts["no-connection"]],
])("an alert has tone, time, title and text of the catalogue: %s", (expected, alert) => {
  const title = alert.title ? `${alert.title}: ` : "";
  expect(`${alert.tone}, ${alert.seconds} s: ${title}${alert.text}`).toBe(expected);
});

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

test("the list of alerts keeps the last fifty", () => {
  const { alerts, messages, texts } = open();
  messages.start();
  for (let turn = 0; turn < 60; turn += 1) {
    alerts.show({ tone: "info", text: String(turn), seconds: 5 });
  }
  expect(texts()).toHaveLength(50);
  expect(texts()[0]).toBe("59");
});
