import { useState } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { DOWNLOADS } from "../../app-context/links.ts";
import { useDesktop } from "../../app-context/use-app.ts";
import { useUpdates } from "../../app-context/use-hybrid.ts";
import { useMayDownload } from "../../app-context/use-may-download.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./updates.module.css";
import { useUpdateTexts } from "./use-update-texts.ts";
import { WhatsNew } from "./whats-new.tsx";

export interface UpdateActionsProps {
  /** Absent if there is nothing to postpone. */
  onLater?: () => void;
}

/** The buttons for a new version in its current state. */
export const UpdateActions = ({ onLater }: UpdateActionsProps) => {
  const updates = useUpdates();
  const { machine } = useDesktop();
  const mayDownload = useMayDownload();
  const text = useText();
  const size = useFileSize();
  const texts = useUpdateTexts();
  const state = useSnapshot(updates.state);
  const [isReading, setIsReading] = useState(false);
  const { phase, kind, version, failure, bytesTotal, rolledBack } = state;
  const notes = texts.notes(state);

  const main = () => {
    if (version === rolledBack && kind === "resources" && phase === "offered") {
      const again = async () => {
        if (await updates.retryVersion()) void machine.restart();
      };
      return { label: text("update.try-again"), act: again };
    }
    if (kind === "resources" && (phase === "ready" || phase === "installed")) {
      const install = async () => {
        if (await updates.install()) void machine.restart();
      };
      return { label: text("update.install"), act: install };
    }
    const canFetch = phase === "offered" || (phase === "failed" && failure?.kind !== "not-offered");
    if (kind !== "link" && canFetch) {
      const label =
        bytesTotal > 0
          ? text("update.download-size", { size: size(bytesTotal) })
          : text("update.download");
      return {
        label: phase === "failed" ? text("screen.retry") : label,
        act: () => updates.download(),
      };
    }
    return null;
  };

  const action = main();
  const isElsewhere = kind === "link" || failure?.kind === "not-offered";
  return (
    <div className={styles.actions}>
      {action ? (
        <button type="button" className="button" onClick={() => void action.act()}>
          {action.label}
        </button>
      ) : null}
      {isElsewhere && mayDownload && phase !== "none" ? (
        <Link href={DOWNLOADS} className="button">
          {text("update.downloads")}
        </Link>
      ) : null}
      {notes ? (
        <button type="button" className="button quiet" onClick={() => setIsReading(true)}>
          {text("update.whats-new")}
        </button>
      ) : null}
      {onLater ? (
        <button type="button" className="button quiet" onClick={onLater}>
          {text("update.later")}
        </button>
      ) : null}
      {isReading ? (
        <WhatsNew version={version} notes={notes} onClose={() => setIsReading(false)} />
      ) : null}
    </div>
  );
};
