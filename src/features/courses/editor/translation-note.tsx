import { useEffect, useState } from "react";
import { useApp } from "../../../app-context/use-app.ts";
import type { Translation } from "../../../contract/staff-editor.ts";
import { TO_WRITE, translationStart } from "../../../domain/translation-start.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Difference } from "./difference.tsx";
import styles from "./editor.module.css";
import { fetchBody, fetchTranslation, sayRight } from "./editor-calls.ts";

interface TranslationNoteProps {
  path: string;
  /** The text as the school has it; null: there is none. */
  checksum: string | null;
  /** Called with what a translation begins with; absent: something is written already. */
  onStart: ((text: string) => void) | undefined;
}

/** What a translator should know of the original: what has changed in it since, or how to begin with its structure. */
export const TranslationNote = ({ path, checksum, onStart }: TranslationNoteProps) => {
  const text = useText();
  const { send } = useApp().transport;
  const [translation, setTranslation] = useState<Translation | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [isRight, setIsRight] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once it is saved
  useEffect(() => {
    let isCurrent = true;
    void fetchTranslation(send, path).then((found) => {
      if (isCurrent) setTranslation(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [send, path, checksum]);
  if (!translation || translation.original === "") return null;
  const { original, outdated, lines, original_checksum } = translation;

  const begin = async () => {
    const words = await fetchBody(send, original);
    setIsFailed(words === null);
    if (words !== null) onStart?.(translationStart(words));
  };
  const confirm = async () => {
    const isDone = await sayRight(send, path, translation);
    setIsFailed(!isDone);
    setIsRight(isDone);
    if (isDone) setTranslation({ ...translation, outdated: false });
  };
  return (
    <>
      {outdated ? (
        <section className={styles.notice}>
          <p>
            <b>{text("staff-editor.original-changed")}</b>
          </p>
          <Difference lines={lines} />
          <p className={styles.acts}>
            <Button quiet onClick={() => void confirm()}>
              {text("staff-editor.translation-right")}
            </Button>
          </p>
        </section>
      ) : null}
      {onStart && original_checksum !== null ? (
        <p className={styles.acts}>
          <Button quiet onClick={() => void begin()}>
            {text("staff-editor.translation-begin")}
          </Button>
          <small>{text("staff-editor.translation-begin-hint", { sign: TO_WRITE })}</small>
        </p>
      ) : null}
      <div role="status">{isRight ? <p>{text("staff-editor.translation-is-right")}</p> : null}</div>
      {isFailed ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
    </>
  );
};
