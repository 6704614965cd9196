import type { FailureAlert } from "../../core/failure-alerts.ts";
import { backOnlineAlert } from "../../core/failure-alerts.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { RegistrationFailure, SeatFailure } from "./activate-seat.ts";
import type { LicenceFileFailure } from "./licence-files.ts";

const failed = { tone: "error", title: "failure.title", seconds: 10 } as const;

const school = {
  "no-connection": { ...failed, text: "activation.no-connection" },
  "no-data": { ...failed, text: "activation.no-data" },
  throttled: { ...failed, text: "authorization.throttled", seconds: 15 },
} as const satisfies Record<string, FailureAlert>;

/** Alerts for a serial number that was not found. */
export const registrationAlerts = {
  ...school,
  "wrong-serial": {
    ...failed,
    title: "activation.wrong-serial",
    text: "activation.check-typo",
  },
} as const satisfies Record<RegistrationFailure["kind"], FailureAlert>;

export const activationAlerts = {
  ...school,
  "unknown-serial": { ...failed, text: "activation.unknown-serial" },
  "authentication-failed": { ...failed, text: "activation.authentication-failed" },
  "no-licence-left": { ...failed, text: "activation.no-licence-left" },
  "not-valid": { ...failed, text: "activation.not-valid" },
  "no-machine-id": { ...failed, text: "activation.no-machine-id", seconds: 20 },
} as const satisfies Record<SeatFailure["kind"], FailureAlert>;

export const licenceFileMessages = {
  absent: "activation.licence-absent",
  damaged: "activation.licence-damaged",
  "other-version": "activation.licence-other-version",
  "no-key": "activation.file-no-key",
  "other-school": "activation.licence-other-school",
  "other-machine": "activation.licence-other-machine",
  "other-request": "activation.licence-other-request",
  ended: "activation.licence-ended",
  "given-back": "activation.licence-given-back",
  "no-machine-id": "activation.no-machine-id",
} as const satisfies Record<LicenceFileFailure, MessageId>;

/** The school did not release the seat. */
export const deactivationAlert = {
  tone: "error",
  text: "about.not-deactivated",
  seconds: 15,
} as const satisfies FailureAlert;

/** In the activation wizard this alert closes sooner. */
export const backOnlineInWizardAlert = {
  ...backOnlineAlert,
  seconds: 3,
} as const satisfies FailureAlert;
