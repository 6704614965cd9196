import type { FailureAlert } from "../core/failure-messages/failure-alert.ts";
import type { MessageId } from "../i18n/message-id.ts";

/** Why a window of the desktop app does nothing. */
export type WindowClosed = "taken" | "gone";

export const closedMessages = {
  taken: { title: "desktop.taken", what: "desktop.taken-what" },
  gone: { title: "desktop.gone", what: "desktop.gone-what" },
} as const satisfies Record<WindowClosed, Record<"title" | "what", MessageId>>;

/** Some of what the app keeps was not what it had written. */
export const damagedAlert = {
  tone: "error",
  text: "desktop.damaged",
  seconds: 20,
} satisfies FailureAlert;

/** The same of the lessons. */
export const contentDamagedAlert = {
  tone: "error",
  text: "desktop.content-damaged",
  seconds: 20,
} satisfies FailureAlert;

/** A file with lessons was opened, and this build fetches its own. */
export const opensNoContentAlert = {
  tone: "info",
  text: "desktop.opens-no-content",
  seconds: 15,
} satisfies FailureAlert;

/** A file could not be written where the person wanted to have it. */
export const notSavedAlert = {
  tone: "error",
  text: "desktop.not-saved",
  seconds: 15,
} satisfies FailureAlert;
