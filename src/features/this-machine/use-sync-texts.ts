import { useIntl } from "react-intl";
import type { DeepReadonly } from "../../contract/wire.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { SyncFailure, SyncPhase, SyncState } from "../../offline/sync/sync-state.ts";

/** Why a sync has stopped. */
const syncFailureMessages = {
  "no-room": "sync-failure.no-room",
  forbidden: "sync-failure.forbidden",
  refused: "sync-failure.refused",
  undecodable: "sync-failure.undecodable",
} satisfies Record<SyncFailure["kind"], MessageId>;

/** The phases of a sync. */
const syncPhaseMessages = {
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
const syncIncompleteMessage = "this-machine.phase-incomplete" satisfies MessageId;

type State = DeepReadonly<SyncState>;

const MB = 1024 * 1024;

/** Texts about the state of the sync. */
export const useSyncTexts = () => {
  const text = useText();
  const size = useFileSize();
  const { formatNumber } = useIntl();

  const speed = (bytesPerSecond: number): string =>
    formatNumber(bytesPerSecond / MB, {
      style: "unit",
      unit: "megabyte-per-second",
      maximumFractionDigits: bytesPerSecond < MB ? 2 : 1,
    });

  const timeLeft = (seconds: number): string =>
    seconds < 60
      ? text("this-machine.soon")
      : text("this-machine.left", { minutes: Math.ceil(seconds / 60) });

  /** Less than 100% until everything is there. */
  const percent = (done: number, total: number): string =>
    formatNumber(total > 0 ? Math.floor((done / total) * 100) / 100 : 1, { style: "percent" });

  return {
    percent,

    /** The current phase of the sync, or the reason why it has stopped. */
    phase: ({ phase, failure, failed }: State): string => {
      if (phase === "failed" && failure) return text(syncFailureMessages[failure.kind]);
      if (phase === "done" && failed > 0) return text(syncIncompleteMessage);
      return text(syncPhaseMessages[phase]);
    },

    /** Files and bytes counted; null while there is nothing to fetch. */
    progress: ({ total, done, bytesTotal, bytesDone }: State): string | null =>
      total === 0
        ? null
        : text("this-machine.progress", {
            done,
            total,
            percent: percent(done, total),
            size: size(bytesDone),
            all: size(bytesTotal),
          }),

    /** Speed and time left; null while nothing is being received. */
    pace: ({ phase, bytesPerSecond, secondsLeft }: State): string | null =>
      phase !== "files" || !bytesPerSecond || secondsLeft === null
        ? null
        : text("this-machine.pace", {
            speed: speed(bytesPerSecond),
            left: timeLeft(secondsLeft),
          }),
  };
};
