import type { LineDifference } from "../../../contract/staff-editor.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./editor.module.css";

const SIGNS = { added: "+", removed: "−", same: "" } as const;

export const Difference = ({ lines }: { lines: readonly LineDifference[] }) => {
  const text = useText();
  return (
    <ul className={styles.difference}>
      {lines.map(({ kind, text: words }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else that names them
        <li key={at} data-kind={kind}>
          {kind === "same" ? null : (
            <>
              <span aria-hidden>{SIGNS[kind]} </span>
              <span className="unseen">{text(`staff-editor.line-${kind}`)} </span>
            </>
          )}
          <span dir="auto">{words}</span>
        </li>
      ))}
    </ul>
  );
};
