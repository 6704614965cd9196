import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import styles from "./files-view.module.css";

export interface FilesViewProps {
  files: readonly { readonly name: string }[];
  /** Whether a file has been marked. */
  isDrawn: (at: number) => boolean;
  /** Shows the file at a position. */
  children: (at: number) => ReactNode;
}

/** The files of a hand-in, one at a time; several of them are tabs. */
export const FilesView = ({ files, isDrawn, children }: FilesViewProps) => {
  const text = useText();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  if (files.length === 0) return <p>{text("desk.no-files")}</p>;

  const file = children(chosen);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const isReversed = getComputedStyle(event.currentTarget).direction === "rtl";
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (chosen + (isReversed ? -step : step) + files.length) % files.length;
    setChosen(at);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
  };

  return (
    <div className={styles.files}>
      {files.length > 1 ? (
        <div
          ref={tabs}
          role="tablist"
          aria-label={text("desk.files-list")}
          className={styles.tabs}
          onKeyDown={move}
        >
          {files.map(({ name }, at) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: the files of a hand-in never change
              key={at}
              type="button"
              role="tab"
              id={`${id}${at}`}
              aria-controls={`${id}panel`}
              aria-selected={at === chosen}
              tabIndex={at === chosen ? 0 : -1}
              onClick={() => setChosen(at)}
            >
              <bdi>{name}</bdi>
              {isDrawn(at) ? <span className={styles.drawn}>{text("desk.drawn")}</span> : null}
            </button>
          ))}
        </div>
      ) : null}
      {files.length > 1 ? (
        <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`}>
          {file}
        </div>
      ) : (
        file
      )}
    </div>
  );
};
