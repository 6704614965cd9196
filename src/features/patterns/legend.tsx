import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./picture.module.css";

const KINDS = [
  ["cutting", "patterns.line-cutting"],
  ["seam", "patterns.line-seam"],
  ["fold", "patterns.line-fold"],
  ["grain", "patterns.line-grain"],
  ["guide", "patterns.line-guide"],
] as const satisfies readonly (readonly [string, MessageId])[];

const sample = (className: string | undefined) => (
  <svg viewBox="0 0 40 12" aria-hidden="true">
    <path className={className} d="M1 6H39" />
  </svg>
);

/** What each kind of line means. */
export const Legend = ({ isOver }: { isOver: boolean }) => {
  const text = useText();
  return (
    <ul className={styles.legend} aria-label={text("patterns.lines")}>
      {KINDS.map(([kind, name]) => (
        <li key={kind}>
          {sample(styles[kind])}
          {text(name)}
        </li>
      ))}
      {isOver ? (
        <li>
          <svg viewBox="0 0 40 12" className={styles.over} aria-hidden="true">
            <path d="M1 6H39" />
          </svg>
          {text("patterns.laid-over")}
        </li>
      ) : null}
    </ul>
  );
};
