import type { MessageId } from "../../i18n/message-id.ts";
import type { UpdateFailure, UpdatePhase } from "../../offline/updates/update-state.ts";

/** Why a new version cannot be installed, and what to do. */
export const updateFailureMessages = {
  "no-room": "update-failure.no-room",
  forbidden: "update-failure.forbidden",
  unreachable: "update-failure.unreachable",
  refused: "update-failure.refused",
  damaged: "update-failure.damaged",
  "not-signed": "update-failure.not-signed",
  "not-offered": "update-failure.not-offered",
} satisfies Record<UpdateFailure["kind"], MessageId>;

/** The state of a new version. */
export const updatePhaseMessages = {
  none: "update.latest",
  offered: "update.offered",
  waiting: "update.waiting",
  fetching: "update.fetching",
  ready: "update.ready",
  installing: "update.installing",
  installed: "update.installed",
  failed: "update.offered",
} satisfies Record<UpdatePhase, MessageId>;
