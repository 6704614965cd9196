import type { MessageId } from "../../i18n/message-id.ts";
import type { SyncFailure, SyncPhase } from "../../offline/sync/sync-state.ts";

/** Why a sync has stopped. */
export const syncFailureMessages = {
  "no-room": "sync-failure.no-room",
  forbidden: "sync-failure.forbidden",
  refused: "sync-failure.refused",
  undecodable: "sync-failure.undecodable",
} satisfies Record<SyncFailure["kind"], MessageId>;

/** The phases of a sync. */
export const syncPhaseMessages = {
  idle: "this-machine.phase-idle",
  checking: "this-machine.phase-checking",
  asking: "this-machine.phase-asking",
  content: "this-machine.phase-content",
  files: "this-machine.phase-files",
  paused: "this-machine.phase-paused",
  verifying: "this-machine.phase-verifying",
  waiting: "this-machine.phase-waiting",
  done: "this-machine.phase-done",
  failed: "this-machine.phase-failed",
} satisfies Record<SyncPhase, MessageId>;

/** A sync that ended although some files could not be fetched. */
export const syncIncompleteMessage = "this-machine.phase-incomplete" satisfies MessageId;
