import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { THIS_MACHINE } from "../../app-context/links.ts";
import { useSync } from "../../app-context/use-hybrid.ts";
import { useText } from "../../i18n/use-text.ts";
import { PageNotice } from "../../ui/page-notice.tsx";
import { Tape } from "../../ui/tape.tsx";
import { SyncButton } from "./sync-button.tsx";
import styles from "./this-machine.module.css";
import { useSyncTexts } from "./use-sync-texts.ts";

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
