import { useEffect, useId, useState } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { PATTERNS } from "../../app-context/links.ts";
import { tablePath } from "../../app-context/measurements-path.ts";
import { optionsOf, storedChoice } from "../../app-context/pattern-choice.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useMeasureText } from "../../app-context/use-measure-text.ts";
import { useMeasurements } from "../../app-context/use-measurements.ts";
import type { AssignedDraft } from "../../contract/assignments.ts";
import type { Measurement } from "../../contract/measurements.ts";
import type { Id } from "../../contract/wire.ts";
import { dayIn } from "../../core/day-in.ts";
import { measureName } from "../../core/measure-messages.ts";
import { consentOf } from "../../domain/consent.ts";
import type { FieldKey, Values } from "../../domain/measurements/fields.ts";
import { CHECK_TOLERANCE_CM, checkLengths, draftLength } from "../../drafting/check-draft.ts";
import { EXAMPLE_BODY } from "../../drafting/example-body.ts";
import type { Pattern } from "../../drafting/pattern.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import styles from "./draft-check.module.css";
import {
  type DraftCheckModel,
  draftFileOf,
  type SentDraft,
  useDraftCheck,
} from "./draft-check-model.ts";
import { parseLength, useLengthName, useLengthWords } from "./length-words.ts";

interface SendDraftProps {
  check: DraftCheckModel;
  /** Null: the example, which is not sent. */
  table: Measurement | null;
  block: string;
  /** As measured, in centimetres, by name; null where nothing can be read. */
  lengths: Readonly<Record<string, number | null>>;
  names: ReadonlySet<string>;
  /** Says which options the draft has. */
  options: string;
  onDraft: (draft: SentDraft | null) => void;
}

/** The choice to send the draft along, offered while the consent to store personal data is valid. */
const SendDraft = ({ check, table, block, lengths, names, options, onDraft }: SendDraftProps) => {
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

export interface DraftCheckProps {
  assignment: Id;
  draft: AssignedDraft;
  /** The address of a lesson; null if it is in no course of the person. */
  lessonHref: (lesson: Id) => string | null;
  /** Gets the draft that is to go with the hand-in; null for none. */
  onDraft: (draft: SentDraft | null) => void;
}

const EXAMPLE = "";

/** Compares the lengths that a student has measured on paper with the draft to the student's measures. */
export const DraftCheck = ({ assignment, draft, lessonHref, onDraft }: DraftCheckProps) => {
  const app = useApp();
  const text = useText();
  const id = useId();
  const measurements = useMeasurements();
  const check = useDraftCheck(assignment);
  const { standard, tables } = useSnapshot(measurements.state);
  const { typed, settled, answer, failed } = useSnapshot(check.state, { sync: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const { block } = draft;
  const [ownOptions] = useState(() => {
    const kept = storedChoice(app.machine.storage, personIdOf(app)).read();
    return optionsOf({ table: null, options: {}, ...kept, block });
  });
  const [hasOwn, setHasOwn] = useState(false);

  useEffect(() => void measurements.load(), [measurements]);

  const choices = (tables ?? (standard ? [standard] : [])) as readonly Measurement[];
  const table =
    chosen === EXAMPLE
      ? null
      : (choices.find((each) => String(each.id) === chosen) ?? (standard as Measurement | null));
  const values: Values = table?.values ?? EXAMPLE_BODY;
  useEffect(
    () => void check.draft({ block, values, options: hasOwn ? ownOptions : {} }),
    [check, block, values, hasOwn, ownOptions],
  );

  const units = table?.units ?? "cm";
  const lengthName = useLengthName();
  const { length, result } = useLengthWords(units);
  const pattern = answer?.pattern as Pattern | null | undefined;
  const lengths = draft.lengths.filter(
    ({ name }) => pattern && draftLength(pattern, name) !== null,
  );
  const measured = Object.fromEntries(
    Object.entries(settled).map(([name, words]) => {
      const parsed = parseLength(words, units);
      return [name, parsed.kind === "value" ? parsed.value : null];
    }),
  );
  const wanted = new Set(lengths.map(({ name }) => name));
  const results = pattern
    ? checkLengths(pattern, measured, units).filter(({ name }) => wanted.has(name))
    : [];
  const wrong = results.filter(({ fits }) => !fits).length;

  return (
    <fieldset className={styles.check}>
      <legend>{text("patterns.check.title")}</legend>
      <p>{text("patterns.check.what", { tolerance: length(CHECK_TOLERANCE_CM[units]) })}</p>
      {choices.length > 0 ? (
        <SelectField
          label={text("patterns.choose-table")}
          value={table ? String(table.id) : EXAMPLE}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {choices.map((each) => (
            <option key={each.id} value={String(each.id)}>
              {each.name}
            </option>
          ))}
          <option value={EXAMPLE}>{text("patterns.check.example-name")}</option>
        </SelectField>
      ) : null}
      {Object.keys(ownOptions).length > 0 ? (
        <SelectField
          label={text("patterns.options")}
          value={String(hasOwn)}
          onChange={(event) => setHasOwn(event.currentTarget.value === "true")}
        >
          <option value="false">{text("patterns.check.options-lessons")}</option>
          <option value="true">{text("patterns.check.options-own")}</option>
        </SelectField>
      ) : (
        <p className={styles.soft}>
          {text("patterns.options")}: {text("patterns.check.options-lessons")}
        </p>
      )}
      {table ? null : (
        <p className={styles.soft}>
          {text("patterns.check.example")}{" "}
          <Link href={tablePath(null)}>{text("patterns.measure")}</Link>
        </p>
      )}
      {failed ? <p role="alert">{text("patterns.check.failed")}</p> : null}
      {answer && !pattern ? (
        <p role="alert">
          {text("patterns.check.no-draft")} <Link href={PATTERNS}>{text("patterns.title")}</Link>
        </p>
      ) : null}
      <ul className={styles.lengths}>
        {lengths.map(({ name, lesson_id }) => {
          const compared = results.find((each) => each.name === name);
          const isUnreadable = parseLength(settled[name] ?? "", units).kind === "unreadable";
          const href = lesson_id === null ? null : lessonHref(lesson_id);
          return (
            <li key={name}>
              <Field
                label={lengthName(name)}
                value={typed[name] ?? ""}
                // A length is digits, with a fraction or a unit: never a sentence to correct.
                autoComplete="off"
                spellCheck={false}
                dir="ltr"
                maxLength={40}
                error={isUnreadable ? text("patterns.check.unreadable") : undefined}
                onChange={(event) => check.type(name, event.currentTarget.value)}
                onBlur={() => check.settle(name)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  // Enter would hand in the form around the fields.
                  event.preventDefault();
                  check.settle(name);
                }}
              />
              {compared ? (
                <p className={styles.result} data-fits={compared.fits} id={`${id}${name}`}>
                  {result(compared)}{" "}
                  {compared.fits || href === null ? null : (
                    <Link href={href}>{text("patterns.check.to-step")}</Link>
                  )}
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
      <p role="status">
        {results.length > 0
          ? text("patterns.check.result", { wrong, count: results.length })
          : null}
      </p>
      <SendDraft
        check={check}
        table={table}
        block={block}
        lengths={measured}
        names={wanted}
        options={text(hasOwn ? "patterns.check.options-own" : "patterns.check.options-lessons")}
        onDraft={onDraft}
      />
    </fieldset>
  );
};
