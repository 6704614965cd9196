import { useSnapshot } from "valtio";
import { useSync } from "../../app-context/use-hybrid.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import type { SyncPhase } from "../../offline/sync/sync-state.ts";

const WORDS = {
  idle: "this-machine.sync-now",
  checking: null,
  verifying: null,
  asking: "this-machine.go-on",
  content: "this-machine.pause",
  files: "this-machine.pause",
  paused: "this-machine.go-on",
  waiting: "screen.retry",
  done: "this-machine.sync-now",
  failed: "screen.retry",
} satisfies Record<SyncPhase, MessageId | null>;

/** Pauses, resumes or starts the sync, depending on its state. */
export const SyncButton = ({ quiet }: { quiet?: boolean }) => {
  const sync = useSync();
  const text = useText();
  const { phase } = useSnapshot(sync.state);
  const word = WORDS[phase];
  if (!word) return null;

  const act = () => {
    if (word === "this-machine.pause") sync.pause();
    else if (phase === "paused") sync.resume();
    else void sync.start({ agreed: true, thorough: word === "this-machine.sync-now" });
  };

  return (
    <button type="button" className={quiet ? "button quiet" : "button"} onClick={act}>
      {text(word)}
    </button>
  );
};
