import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { useText } from "../../i18n/use-text.ts";
import { FileView } from "./file-view.tsx";
import styles from "./files-view.module.css";
import type { Work } from "./work.ts";

/** The files of a hand-in, large; several of them are tabs. */
export const FilesView = ({ work }: { work: Work }) => {
  const text = useText();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const { value, drawings } = useSnapshot(work.state);
  const [chosen, setChosen] = useState(0);
  const files = value?.hand_in.files ?? [];
  const shown = files[chosen];
  if (!shown) return <p>{text("desk.no-files")}</p>;

  const file = <FileView key={chosen} work={work} position={chosen} file={shown} />;

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
              {drawings.some(({ file }) => file === at) ? (
                <span className={styles.drawn}>{text("desk.drawn")}</span>
              ) : null}
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
