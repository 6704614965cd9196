import { useIntl } from "react-intl";
import type { DeepReadonly } from "../../contract/wire.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { SyncState } from "../../offline/sync/sync-state.ts";

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
      if (phase === "failed" && failure) return text(`sync-failure.${failure.kind}`);
      if (phase === "done" && failed > 0) return text("this-machine.phase-incomplete");
      return text(`this-machine.phase-${phase}`);
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
