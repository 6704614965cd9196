import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { THIS_MACHINE } from "../../app-context/links.ts";
import { useSync } from "../../app-context/use-desktop.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import type { SyncPhase } from "../../offline/sync/sync-state.ts";
import { Button } from "../../ui/button.tsx";
import { PageNotice } from "../../ui/page-notice.tsx";
import { Tape } from "../../ui/tape.tsx";
import styles from "./this-machine.module.css";
import { useSyncTexts } from "./use-sync-texts.ts";

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
    <Button quiet={quiet} onClick={act}>
      {text(word)}
    </Button>
  );
};

/** Shows the state of the sync above every screen while there is something to say. */
const SyncNotice = () => {
  const text = useText();
  const texts = useSyncTexts();
  const state = useSnapshot(useSync().state);
  const [location] = useLocation();
  const { phase, done, total, removal } = state;
  if (location === THIS_MACHINE) return null;
  const calm = ["idle", "checking", "verifying", "done"].includes(phase);
  if (calm && !removal) return null;
  // Without a network there is nothing to do, and the content is present.
  if (phase === "waiting" && total === 0) return null;
  const progress = texts.progress(state);
  return (
    <PageNotice label={text("this-machine.files")}>
      <p>
        <span role="status">
          {removal ? text("this-machine.removal-short") : texts.phase(state)}
        </span>{" "}
        <Link href={THIS_MACHINE}>{text("this-machine.more")}</Link>
      </p>
      {progress ? (
        <div className={styles.tape}>
          <Tape value={done} max={total} label={text("this-machine.files")} text={progress} />
          <small>{progress}</small>
          <small>{texts.pace(state)}</small>
        </div>
      ) : null}
      <SyncButton quiet />
    </PageNotice>
  );
};

export default SyncNotice;
