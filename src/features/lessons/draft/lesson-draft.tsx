import { type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { BaseApp } from "../../../app-context/app.ts";
import { useDrafting } from "../../../app-context/drafting.ts";
import { PATTERNS } from "../../../app-context/links.ts";
import { tablePath } from "../../../app-context/measurements-path.ts";
import { useService } from "../../../app-context/service.ts";
import { useMeasurements } from "../../../app-context/use-measurements.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import { measureName } from "../../../core/measure-messages.ts";
import type { DraftProblem } from "../../../drafting/block.ts";
import type { LessonDraftAnswer } from "../../../drafting/lesson-draft.ts";
import { furtherMessages } from "../../../i18n/messages/further.ts";
import { patternsMessages } from "../../../i18n/messages/patterns.ts";
import { useText } from "../../../i18n/use-text.ts";
import {
  CHOICES,
  createDraftMarks,
  type DraftChoice,
  draftChoiceOf,
  namesIn,
  type ShownDraft,
} from "./draft-marks.ts";
import styles from "./lesson-draft.module.css";
import { TRY_DART, TryDart } from "./try-dart.tsx";

interface DraftNoteProps {
  table: Measurement | null;
  problems: readonly DraftProblem[];
  /** Whether something of the lesson is shown to the student's own measurements. */
  hasOwn: boolean;
  choice: DraftChoice;
}

/** Says whose numbers these are, and what the student's own still need. */
const DraftNote = ({ table, problems, hasOwn, choice }: DraftNoteProps) => {
  const text = useText();
  if (!table) {
    return (
      <p>
        {text("patterns.lesson-no-table")}{" "}
        <Link href={tablePath(null)}>{text("patterns.lesson-measure")}</Link>
      </p>
    );
  }
  const list = (kind: "missing" | "impossible") => {
    const fields = new Set(
      problems.flatMap((problem) => (problem.kind === kind ? [problem.field] : [])),
    );
    if (fields.size === 0) return null;
    return (
      <div>
        <p>{text(kind === "missing" ? "patterns.lesson-missing" : "patterns.lesson-impossible")}</p>
        <ul>
          {[...fields].map((field) => (
            <li key={field}>
              <Link href={tablePath(table.id, field)}>{text(measureName(field))}</Link>
            </li>
          ))}
        </ul>
      </div>
    );
  };
  return (
    <>
      {hasOwn && choice !== "example" ? (
        <p>
          {text("patterns.lesson-from-table")} <bdi>{table.name}</bdi>
          {table.units === "in" ? ` · ${text("patterns.lesson-inches")}` : null}
        </p>
      ) : null}
      {list("missing")}
      {list("impossible")}
      {problems.some(({ kind }) => kind === "unfit") ? (
        <p>
          {text("patterns.lesson-unfit")} <Link href={PATTERNS}>{text("patterns.title")}</Link>
        </p>
      ) : null}
    </>
  );
};

export interface LessonDraftProps {
  courseKey: string;
  language: string;
  /** On paper: called once all numbers and figures are there, or none will be. */
  onReady?: () => void;
}

const LABELS = {
  own: "patterns.lesson-own",
  both: "patterns.lesson-both",
  example: "patterns.lesson-example",
} as const;

type Drawn = Pick<ShownDraft, "numbers" | "figures">;

/** The numbers of a draft with the addresses of its figures, for as long as they are shown. */
const useDrawn = (answer: LessonDraftAnswer | null): Drawn | null => {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    if (!answer) return setDrawn(null);
    const figures = new Map(
      [...answer.figures].map(([name, svg]) => [
        name,
        URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })),
      ]),
    );
    setDrawn({ numbers: answer.numbers, figures });
    return () => {
      for (const address of figures.values()) URL.revokeObjectURL(address);
    };
  }, [answer]);
  return drawn;
};

/**
 * Shows a lesson's numbers and figures for the student's own measurements, in the text and in what is printed
 * of it. Without measurements the example stays.
 */
const LessonDraft = ({ courseKey, language, onReady }: LessonDraftProps) => {
  const text = useText();
  const { locale } = useIntl();
  const drafting = useDrafting();
  const measurements = useMeasurements();
  const chosen = useService(draftChoiceOf);
  const { choices } = useSnapshot(chosen.state);
  const { standard, standardFailed, tables } = useSnapshot(measurements.state);
  const table = standard as Measurement | null;
  const choice = choices[courseKey] ?? "own";
  const place = useRef<HTMLElement>(null);
  const name = useId();
  const [marks] = useState(() => createDraftMarks(styles.own ?? ""));
  const [names, setNames] = useState<readonly string[]>([]);
  const [answer, setAnswer] = useState<LessonDraftAnswer | null>(null);
  const drawn = useDrawn(answer);
  const [tried, setTried] = useState<HTMLImageElement | null>(null);

  useEffect(() => void measurements.load(), [measurements]);

  useEffect(() => {
    if (!table || names.length === 0) return setAnswer(null);
    let current = true;
    const { values, units } = table;
    drafting.run("lesson", { values, units, language, names }).then(
      (drafted) => current && setAnswer(drafted),
      // Without the code of the drafts, as without a network, the example stays.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [drafting, table, names, language]);

  const units = table?.units ?? "cm";
  const shown = useMemo(
    (): ShownDraft | null =>
      drawn && {
        ...drawn,
        ...{ choice, units },
        titleOf: (number) => text("patterns.lesson-in-example", { number }),
      },
    [drawn, choice, units, text],
  );
  const latest = useRef(shown);
  latest.current = shown;

  // The text beside this is replaced by that of another page or language.
  useEffect(() => {
    const texts = place.current?.parentElement;
    if (!texts) return;
    const look = () => {
      const present = namesIn(texts);
      setNames((before) => (String(before) === String(present) ? before : present));
      marks.show(texts, latest.current);
      setTried(texts.querySelector<HTMLImageElement>(`img[data-draft="${TRY_DART}"]`));
      // What has just been written needs no second look.
      observer.takeRecords();
    };
    const observer = new MutationObserver(look);
    look();
    observer.observe(texts, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      marks.show(texts, null);
    };
  }, [marks]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of titles change with the language
  useEffect(() => {
    const texts = place.current?.parentElement;
    if (texts) marks.show(texts, shown);
  }, [marks, shown, locale]);

  const isKnown = table !== null || (tables !== null && !standardFailed);
  const hasOwn = Boolean(answer && (answer.numbers.size > 0 || answer.figures.size > 0));
  const isReady = names.length > 0 && (table ? shown !== null : isKnown || standardFailed);
  useEffect(() => {
    if (isReady) onReady?.();
  }, [isReady, onReady]);

  const note = (
    <DraftNote table={table} problems={answer?.problems ?? []} hasOwn={hasOwn} choice={choice} />
  );
  if (onReady) return <section ref={place}>{hasOwn ? note : null}</section>;
  const legend = text("patterns.lesson-legend");
  return (
    <>
      <details ref={place as RefObject<HTMLDetailsElement>} className={styles.drafts}>
        <summary>
          {legend}
          {isKnown ? `: ${text(LABELS[hasOwn ? choice : "example"])}` : null}
        </summary>
        {hasOwn ? (
          <div role="radiogroup" aria-label={legend} className={styles.choices}>
            {CHOICES.map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name={name}
                  checked={choice === each}
                  onChange={() => chosen.choose(courseKey, each)}
                />
                {text(LABELS[each])}
              </label>
            ))}
          </div>
        ) : null}
        {isKnown ? note : null}
      </details>
      {tried ? (
        <TryDart
          image={tried}
          values={choice === "example" ? null : (table?.values ?? null)}
          units={units}
        />
      ) : null}
    </>
  );
};

export default LessonDraft;

/** Loads the texts of drafts in lessons, whose addresses are in this code. */
export const loadTexts = async ({ language }: Pick<BaseApp, "language">) => {
  await Promise.all([language.require(patternsMessages), language.require(furtherMessages)]);
  return { default: LessonDraft };
};
