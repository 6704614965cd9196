import { expect, test } from "vitest";
import english from "../../../locales/en.json" with { type: "json" };
import {
  appMissingAlert,
  backOnlineAlert,
  connectionAlert,
} from "../../../src/core/failure-messages/connection.ts";
import { courseSelectionAlert } from "../../../src/core/failure-messages/course.ts";
import type { FailureAlert } from "../../../src/core/failure-messages/failure-alert.ts";
import { refusedWriteAlerts } from "../../../src/core/failure-messages/queue.ts";
import {
  forgotPasswordAlert,
  sessionEndAlerts,
  signInAlerts,
} from "../../../src/core/failure-messages/session.ts";
import {
  activationAlerts,
  backOnlineInWizardAlert,
  deactivationAlert,
  registrationAlerts,
} from "../../../src/offline/licence/failure-messages.ts";

const CONNECTION = "Please check your internet connection and try again";

/** The catalogue: the alert, its title, its text, its seconds, and its tone. */
type Entry = [string, FailureAlert, string | null, string, number, "error" | "info"];

const catalogue: Entry[] = [
  [
    "sign-in refused",
    signInAlerts["wrong-name-or-password"],
    "Error",
    "Wrong username and/or password",
    6,
    "error",
  ],
  ["sign-in failed", signInAlerts["no-connection"], "Error", CONNECTION, 6, "error"],
  [
    "too many attempts",
    signInAlerts.throttled,
    "Error",
    "Too many attempts. {minutes, plural, one {Please wait a minute and try again} other {Please wait # minutes and try again}}",
    15,
    "error",
  ],
  [
    "an account without access",
    signInAlerts.expired,
    "Error",
    "Your access has expired. Please write to your school.",
    6,
    "error",
  ],
  [
    "forgotten password, whatever happened",
    forgotPasswordAlert,
    null,
    "If an account exists, an email will be sent.",
    10,
    "info",
  ],
  [
    "used elsewhere",
    sessionEndAlerts["used-elsewhere"],
    null,
    "Account in use in another location. Please re-login.",
    10,
    "error",
  ],
  [
    "access that expired",
    sessionEndAlerts.expired,
    null,
    "Your access has expired. Please write to your school.",
    10,
    "error",
  ],
  [
    "a session that ended",
    sessionEndAlerts.ended,
    null,
    "Your session has ended. Please sign in again.",
    10,
    "error",
  ],
  [
    "a course that cannot be selected",
    courseSelectionAlert,
    "Unexpected error while selecting the course",
    CONNECTION,
    5,
    "error",
  ],
  [
    "a completion that the school refuses",
    refusedWriteAlerts.complete,
    "The lesson could not be marked as complete",
    "The school did not accept it.",
    20,
    "error",
  ],
  [
    "study time that the school refuses",
    refusedWriteAlerts.session,
    "Your study time could not be recorded",
    "The school did not accept it.",
    20,
    "error",
  ],
  ["something that did not arrive", connectionAlert, null, CONNECTION, 6, "error"],
  ["the app itself that did not arrive", appMissingAlert, null, CONNECTION, 20, "error"],
  [
    "a serial number that the school does not know",
    registrationAlerts["wrong-serial"],
    "Wrong serial number",
    "Check for a typo",
    10,
    "error",
  ],
  ...(
    [
      ["unknown-serial", "The serial number you entered is wrong"],
      ["authentication-failed", "Authentication failed"],
      ["no-licence-left", "This serial number has no available licenses"],
      ["not-valid", "This serial number is not valid for this application"],
      ["no-data", "ERROR 6: Error contacting the license server"],
      ["no-connection", "Something went wrong, please check your internet connection"],
    ] as const
  ).map(
    ([kind, text]): Entry => [
      `an activation that fails: ${kind}`,
      activationAlerts[kind],
      "Error",
      text,
      10,
      "error",
    ],
  ),
  [
    "a deactivation that fails",
    deactivationAlert,
    null,
    "There was an unexpected error while deactivating the application",
    15,
    "error",
  ],
  ["the network that is back", backOnlineAlert, null, "You are back online", 5, "info"],
  ["the same in the wizard", backOnlineInWizardAlert, null, "You are back online", 3, "info"],
];

test.each(catalogue)(
  "shows text and time of the catalogue: %s",
  (_, alert, title, text, seconds, tone) => {
    expect(alert.title ? english[alert.title] : null).toBe(title);
    expect(english[alert.text]).toBe(text);
    expect([alert.seconds, alert.tone]).toEqual([seconds, tone]);
  },
);

test("logging out shows no alert", () => {
  expect(sessionEndAlerts["logged-out"]).toBeNull();
});
