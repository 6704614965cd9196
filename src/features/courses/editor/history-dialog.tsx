import { useState } from "react";
import { Dialog } from "../../../app-context/dialog.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import { useSince } from "../../../app-context/use-since.ts";
import type { LineDifference, TextVersion } from "../../../contract/staff-editor.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { useAsync } from "../../../ui/use-async.ts";
import { Difference } from "./difference.tsx";
import styles from "./editor.module.css";
import { fetchDifference, fetchHistory } from "./editor-calls.ts";

interface HistoryDialogProps {
  path: string;
  /** Writes a version again. @returns whether it could be fetched */
  onReturn: (checksum: string) => Promise<boolean>;
  onClose: () => void;
}

/** The versions of a text, what each has changed, and the way back to it. */
export const HistoryDialog = ({ path, onReturn, onClose }: HistoryDialogProps) => {
  const text = useText();
  const since = useSince();
  const { send } = useApp().transport;
  const versions = useAsync(() => fetchHistory(send, path), [send, path]);
  const [isFailed, setIsFailed] = useState(false);
  const [shown, setShown] = useState<{ at: number; lines: readonly LineDifference[] } | null>(null);

  const compare = async (at: number) => {
    const [to, from] = [versions?.[at]?.checksum ?? "", versions?.[at + 1]?.checksum ?? ""];
    const lines = await fetchDifference(send, path, from, to);
    setIsFailed(lines === null);
    if (lines) setShown({ at, lines });
  };

  const goBack = async ({ checksum }: TextVersion) => {
    setIsFailed(!(await onReturn(checksum)));
  };

  const nameOf = ({ draft, at, actor, by }: TextVersion) =>
    text(draft ? "staff-editor.version-draft" : "staff-editor.version", {
      when: at === null ? "" : since(at),
      name: actor === "person" ? by : text(`staff-editor.by-${actor}`),
    });

  return (
    <Dialog title={text("staff-editor.history")} onClose={onClose}>
      {isFailed || versions === null ? (
        <p role="alert">{text("desk-failure.not-fetched")}</p>
      ) : null}
      {versions?.length === 0 ? <p>{text("staff-editor.history-none")}</p> : null}
      <ol className={styles.history}>
        {(versions ?? []).map((version, at) => {
          const name = nameOf(version);
          return (
            <li key={`${version.at} ${version.checksum}`}>
              <p>
                {name}
                {version.checksum ? null : ` · ${text("staff-editor.removed")}`}
              </p>
              <p className={styles.acts}>
                {at + 1 < (versions?.length ?? 0) ? (
                  <Button
                    quiet
                    aria-expanded={shown?.at === at}
                    aria-label={`${text("staff-editor.difference")}: ${name}`}
                    onClick={() => (shown?.at === at ? setShown(null) : void compare(at))}
                  >
                    {text("staff-editor.difference")}
                  </Button>
                ) : null}
                {version.checksum ? (
                  <Button
                    quiet
                    aria-label={`${text("staff-editor.return")}: ${name}`}
                    onClick={() => void goBack(version)}
                  >
                    {text("staff-editor.return")}
                  </Button>
                ) : null}
              </p>
              {shown?.at === at ? <Difference lines={shown.lines} /> : null}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
};
