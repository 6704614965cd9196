import { useState } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Dialog } from "../../app-context/dialog.tsx";
import { DOWNLOADS } from "../../app-context/links.ts";
import { useDesktop, useUpdates } from "../../app-context/use-desktop.ts";
import { useMayDownload } from "../../app-context/use-may-download.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Tape } from "../../ui/tape.tsx";
import styles from "./updates.module.css";
import { useUpdateTexts } from "./use-update-texts.ts";

/** The progress of a download or an installation; renders nothing otherwise. */
export const UpdateProgress = () => {
  const text = useText();
  const size = useFileSize();
  const { phase, bytesDone, bytesTotal } = useSnapshot(useUpdates().state);
  if (bytesTotal === 0 || (phase !== "fetching" && phase !== "installing")) return null;
  const words = text("update.progress", { size: size(bytesDone), all: size(bytesTotal) });
  return (
    <div>
      <Tape value={bytesDone} max={bytesTotal} label={text("update.heading")} text={words} />
      {phase === "fetching" ? <small>{words}</small> : null}
    </div>
  );
};

interface WhatsNewProps {
  version: string;
  /** The release notes: paragraphs, and lists of lines that begin with a dash. */
  notes: string;
  onClose: () => void;
}

const ITEM = /^\s*[-*•]\s+/;

const WhatsNew = ({ version, notes, onClose }: WhatsNewProps) => {
  const text = useText();
  const blocks = notes.split(/\n\s*\n/).map((block) => block.split("\n"));
  return (
    <Dialog title={text("update.whats-new-in", { version })} onClose={onClose}>
      <div dir="auto">
        {blocks.map((lines) => {
          const items = lines.filter((line) => ITEM.test(line));
          const words = lines.filter((line) => !ITEM.test(line)).join(" ");
          return (
            <div key={lines.join("\n")}>
              {words.trim() ? <p>{words.replace(/^#+\s*/, "")}</p> : null}
              {items.length > 0 ? (
                <ul>
                  {items.map((line) => (
                    <li key={line}>{line.replace(ITEM, "")}</li>
                  ))}
                </ul>
              ) : null}
            </div>
          );
        })}
      </div>
    </Dialog>
  );
};

interface UpdateActionsProps {
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
      {action ? <Button onClick={() => void action.act()}>{action.label}</Button> : null}
      {isElsewhere && mayDownload && phase !== "none" ? (
        <Link href={DOWNLOADS} className="button">
          {text("update.downloads")}
        </Link>
      ) : null}
      {notes ? (
        <Button quiet onClick={() => setIsReading(true)}>
          {text("update.whats-new")}
        </Button>
      ) : null}
      {onLater ? (
        <Button quiet onClick={onLater}>
          {text("update.later")}
        </Button>
      ) : null}
      {isReading ? (
        <WhatsNew version={version} notes={notes} onClose={() => setIsReading(false)} />
      ) : null}
    </div>
  );
};
