import { expect, test } from "vitest";
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
