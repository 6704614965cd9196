import { memo } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import { useMeasurements } from "../../app-context/use-measurements.ts";
import type { Id } from "../../contract/wire.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { type Overlay, usePatterns } from "./patterns-model.ts";
import styles from "./picture.module.css";
import { type Saved, savedDraftsOf } from "./saved-drafts.ts";
import { useSavedWords } from "./saved-list.tsx";

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
const Legend = ({ hasOverlay }: { hasOverlay: boolean }) => {
  const text = useText();
  return (
    <ul className={styles.legend} aria-label={text("patterns.lines")}>
      {KINDS.map(([kind, name]) => (
        <li key={kind}>
          {sample(styles[kind])}
          {text(name)}
        </li>
      ))}
      {hasOverlay ? (
        <li>
          <svg viewBox="0 0 40 12" className={styles.overlay} aria-hidden="true">
            <path d="M1 6H39" />
          </svg>
          {text("patterns.laid-over")}
        </li>
      ) : null}
    </ul>
  );
};

interface OverlayChoiceProps {
  /** The table and the block of the draft. */
  table: Id | null;
  block: string;
}

/** What is laid over the draft, and how the two are told apart. */
const OverlayChoice = memo(({ table, block }: OverlayChoiceProps) => {
  const patterns = usePatterns();
  const text = useText();
  const { overlay, printed } = useSnapshot(patterns.state);
  const saved = (useSnapshot(savedDraftsOf(useApp()).state).value ?? []) as readonly Saved[];
  const savedWords = useSavedWords();
  const { formatDate } = useIntl();
  const lastPrint = printed[block];
  // The list of tables follows from it.
  useSnapshot(useMeasurements().state);
  const others = patterns.tables().filter(({ id }) => String(id) !== String(table));
  return (
    <div>
      <SelectField
        label={text("patterns.lay-over")}
        value={overlay}
        onChange={(event) => patterns.setOverlay(event.currentTarget.value as Overlay)}
      >
        <option value="nothing">{text("patterns.over-nothing")}</option>
        <option value="before">{text("patterns.over-before")}</option>
        <option value="lessons">{text("patterns.over-lessons")}</option>
        {lastPrint ? (
          <option value="printed">
            {text("patterns.over-printed", {
              date: formatDate(lastPrint.at, { dateStyle: "medium", timeStyle: "short" }),
            })}
          </option>
        ) : null}
        {saved
          .filter(({ file }) => file.block === block)
          .map((each) => (
            <option key={`saved/${each.id}`} value={`saved/${each.id}`}>
              {`\u2068${each.name}\u2069 · ${savedWords(each)}`}
            </option>
          ))}
        {others.map(({ id, name }) => (
          <option key={id} value={`table/${id}`}>
            {text("patterns.over-table", { name })}
          </option>
        ))}
      </SelectField>
      <Legend hasOverlay={overlay !== "nothing"} />
    </div>
  );
});

export default OverlayChoice;
