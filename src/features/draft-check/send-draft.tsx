import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import { useMeasureText } from "../../app-context/use-measure-text.ts";
import type { Measurement } from "../../contract/measurements.ts";
import { dayIn } from "../../core/day-in.ts";
import { measureName } from "../../core/measure-messages.ts";
import { consentOf } from "../../domain/consent.ts";
import type { FieldKey } from "../../domain/measurements/fields.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./draft-check.module.css";
import { type DraftCheckModel, draftFileOf, type SentDraft } from "./draft-check-model.ts";
import { useLengthName, useLengthWords } from "./length-words.ts";

export interface SendDraftProps {
  check: DraftCheckModel;
  /** Null: the example, which is not sent. */
  table: Measurement | null;
  block: string;
  /** As measured, in centimetres, by name; null where nothing can be read. */
  lengths: Readonly<Record<string, number | null>>;
  /** The names of the lengths that the assignment asks for. */
  names: ReadonlySet<string>;
  /** Says which options the draft has. */
  options: string;
  onDraft: (draft: SentDraft | null) => void;
}

/** The choice to send the draft along, offered while the consent to store personal data is valid. */
export const SendDraft = ({
  check,
  table,
  block,
  lengths,
  names,
  options,
  onDraft,
}: SendDraftProps) => {
  const { machine, session } = useApp();
  const text = useText();
  const { user } = useSnapshot(session.state);
  const { sends, answer, context } = useSnapshot(check.state);
  const units = table?.units ?? "cm";
  const { full } = useMeasureText(units);
  const lengthName = useLengthName();
  const { length } = useLengthWords(units);
  const today = dayIn<"student">(machine.zone())(machine.now());
  const consent = consentOf("personaldata", user?.accepted_policy_personaldata ?? null, today);
  const isOffered = consent.kind === "valid" && table !== null && Boolean(answer?.pattern);

  const values = (context?.measures ?? []).flatMap((field): [FieldKey, number][] => {
    const value = table?.values[field];
    return typeof value === "number" ? [[field, value]] : [];
  });
  const measured = Object.entries(lengths).flatMap(([name, value]): [string, number][] =>
    value !== null && names.has(name) ? [[name, value]] : [],
  );
  const file =
    isOffered && sends && table
      ? draftFileOf({
          table: { name: table.name, units },
          block,
          values: Object.fromEntries(values),
          options: context?.options ?? {},
          lengths: Object.fromEntries(measured),
        })
      : null;
  const [name, words] = [file?.name, file?.text];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is no new draft
  useEffect(() => {
    onDraft(name && words ? { name, text: words } : null);
  }, [name, words]);

  if (!isOffered) return null;
  return (
    <>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={sends}
          onChange={(event) => check.setSends(event.currentTarget.checked)}
        />
        {text("patterns.check.send")}
      </label>
      {sends ? (
        <details>
          <summary>{text("patterns.check.sent")}</summary>
          <ul>
            <li>
              {text("patterns.choose-table")}: <bdi>{table?.name}</bdi>
            </li>
            <li>
              {text("patterns.options")}: {options}
            </li>
            {values.map(([field, value]) => (
              <li key={field}>
                {text(measureName(field))}: <bdi>{full(value, field)}</bdi>
              </li>
            ))}
            {measured.map(([name, value]) => (
              <li key={name}>
                {lengthName(name)}: <bdi>{length(value)}</bdi>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
};
