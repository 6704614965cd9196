import type { FailureAlert } from "../core/failure-alerts.ts";
import type { MessageId } from "../i18n/message-id.ts";

/** Why a window of the desktop app cannot be used: another window is open, or the runtime is gone. */
export type WindowClosed = "taken" | "gone";

export const closedMessages = {
  taken: { title: "desktop.taken", what: "desktop.taken-what" },
  gone: { title: "desktop.gone", what: "desktop.gone-what" },
} as const satisfies Record<WindowClosed, Record<"title" | "what", MessageId>>;

/** Some stored values were damaged and could not be read. */
export const damagedAlert = {
  tone: "error",
  text: "desktop.damaged",
  seconds: 20,
} satisfies FailureAlert;

/** Some of the lessons on this computer are damaged. */
export const contentDamagedAlert = {
  tone: "error",
  text: "desktop.content-damaged",
  seconds: 20,
} satisfies FailureAlert;

/** A content file was opened in the hybrid build, which downloads its own content. */
export const importUnsupportedAlert = {
  tone: "info",
  text: "desktop.opens-no-content",
  seconds: 15,
} satisfies FailureAlert;

/** A file could not be written to the place that the person chose. */
export const saveFailedAlert = {
  tone: "error",
  text: "desktop.not-saved",
  seconds: 15,
} satisfies FailureAlert;
