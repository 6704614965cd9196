import styles from "../../app-context/loading-screen.module.css";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useTitle } from "../../ui/use-title.ts";

interface ClosedWindowProps {
  title: MessageId;
  what: MessageId;
  organisationName: string;
  onRetry: () => void;
}

/** Replaces the whole app when nothing could be saved. */
export const ClosedWindow = ({ title, what, organisationName, onRetry }: ClosedWindowProps) => {
  const text = useText();
  useTitle(text(title), organisationName);
  return (
    <main id="content" tabIndex={-1} className={styles.boot}>
      <h1>{text(title)}</h1>
      <p>{text(what)}</p>
      <Button onClick={onRetry}>{text("desktop.reload")}</Button>
    </main>
  );
};
