import { expect, test } from "vitest";
import english from "../../../locales/en.json" with { type: "json" };
import type { FailureAlert } from "../../../src/core/failure-alerts.ts";
import {
  appMissingAlert,
  backOnlineAlert,
  connectionAlert,
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

const CONNECTION = "Please check your internet connection and try again";

/** Each alert, and what it shows: tone and seconds, title if any, text. */
const CATALOGUE: [shown: string, FailureAlert][] = [
  [`error, 6 s: Error: ${CONNECTION}`, signInAlerts.else],
  [
    "error, 15 s: Error: Too many attempts. {minutes, plural, one {Please wait a minute and try again} other {Please wait # minutes and try again}}",
    signInAlerts[429],
  ],
  [
    "error, 20 s: Error: Your access has expired. Please write to your school.",
    signInAlerts.expired,
  ],
  [
    "error, 20 s: Error: Your school has locked your account. Please write to your school.",
    signInAlerts[403],
  ],
  [
    "error, 10 s: Account in use in another location. Please re-login.",
    sessionEndAlerts["used-elsewhere"],
  ],
  ["error, 10 s: Your access has expired. Please write to your school.", sessionEndAlerts.expired],
  ["error, 10 s: Your session has ended. Please sign in again.", sessionEndAlerts.ended],
  [`error, 5 s: Unexpected error while selecting the course: ${CONNECTION}`, courseSelectionAlert],
  [
    "error, 20 s: The lesson could not be marked as complete: The school did not accept it.",
    refusedWriteAlerts.complete,
  ],
  [
    "error, 20 s: Your study time could not be recorded: The school did not accept it.",
    refusedWriteAlerts.session,
  ],
  [`error, 6 s: ${CONNECTION}`, connectionAlert],
  [`error, 20 s: ${CONNECTION}`, appMissingAlert],
  ["error, 10 s: Wrong serial number: Check for a typo", registrationAlerts["wrong-serial"]],
  [
    "error, 15 s: There was an unexpected error while deactivating the application",
    deactivationAlert,
  ],
  ["info, 5 s: You are back online", backOnlineAlert],
  ["info, 3 s: You are back online", backOnlineInWizardAlert],
  [
    "error, 10 s: Error: The serial number you entered is wrong",
    activationAlerts["unknown-serial"],
  ],
  ["error, 10 s: Error: Authentication failed", activationAlerts["authentication-failed"]],
  [
    "error, 10 s: Error: This serial number has no available licenses",
    activationAlerts["no-licence-left"],
  ],
  [
    "error, 10 s: Error: This serial number is not valid for this application",
    activationAlerts["not-valid"],
  ],
  ["error, 10 s: Error: ERROR 6: Error contacting the license server", activationAlerts["no-data"]],
  [
    "error, 10 s: Error: Something went wrong, please check your internet connection",
    activationAlerts["no-connection"],
  ],
];

test.each(CATALOGUE)(
  "an alert has tone, time, title and text of the catalogue: %s",
  (expected, alert) => {
    const title = alert.title ? `${english[alert.title]}: ` : "";
    const shown = `${alert.tone}, ${alert.seconds} s: ${title}${english[alert.text]}`;
    expect(shown).toBe(expected);
  },
);

test("logging out shows no alert", () => {
  expect(sessionEndAlerts["logged-out"]).toBeNull();
});
