import { useEffect, useId, useRef } from "react";
import { formatSeconds, MAX_TEXT_LENGTH } from "../../../domain/timed-texts.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { CROSS } from "../../../ui/icon-paths.ts";
import type { CaptionDraft } from "./caption-draft.ts";
import styles from "./caption-editor.module.css";
import { type CaptionLine, type LineProblem, validateLine } from "./caption-lines.ts";

const CLOCK = "M12 3a9 9 0 1 0 .01 0M12 7v5l3 3";

const problemMessages = {
  "no-time": "captions-problem.no-time",
  "end-before-start": "captions-problem.end-before-start",
  "no-text": "captions-problem.no-text",
} as const satisfies Record<LineProblem, MessageId>;

export interface CaptionLineFieldsProps {
  line: CaptionLine;
  /** From 1. */
  number: number;
  /** The language it is written in. */
  language: string;
  direction: "ltr" | "rtl";
  /** Whether validation errors are shown. */
  checked: boolean;
  /** Whether this line gets the focus. */
  focused: boolean;
  /** The playing position, in seconds. */
  time: () => number;
  model: CaptionDraft;
}

/** The fields of one caption line: start, end and text. */
export const CaptionLineFields = ({
  line,
  number,
  checked,
  model,
  ...props
}: CaptionLineFieldsProps) => {
  const text = useText();
  const id = useId();
  const words = useRef<HTMLTextAreaElement>(null);
  const problems = checked ? validateLine(line) : {};
  const { focused } = props;

  useEffect(() => {
    if (focused) words.current?.focus();
  }, [focused]);

  const errorOf = (field: keyof typeof problems) => {
    const problem = problems[field];
    return problem ? (
      <span className={styles.error} id={`${id}${field}`}>
        {text(problemMessages[problem])}
      </span>
    ) : null;
  };
  const invalid = (field: keyof typeof problems) => ({
    "aria-invalid": problems[field] ? true : undefined,
    "aria-describedby": problems[field] ? `${id}${field}` : undefined,
  });

  const timeField = (field: "start" | "end", name: string, setName: string) => (
    <span className={styles.time}>
      <input
        type="text"
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        aria-label={name}
        value={line[field]}
        {...invalid(field)}
        onChange={(event) => model.edit(line.id, field, event.target.value)}
        onBlur={() => model.sort()}
      />
      <button
        type="button"
        aria-label={setName}
        title={setName}
        onClick={() => {
          model.edit(line.id, field, formatSeconds(Math.round(props.time() * 10) / 10));
          model.sort();
        }}
      >
        <Icon path={CLOCK} />
      </button>
      {errorOf(field)}
    </span>
  );

  return (
    <li className={styles.captionLine}>
      {timeField(
        "start",
        text("captions.start", { number }),
        text("captions.start-now", { number }),
      )}
      {timeField("end", text("captions.end", { number }), text("captions.end-now", { number }))}
      <span className={styles.words}>
        <textarea
          ref={words}
          rows={2}
          maxLength={MAX_TEXT_LENGTH}
          lang={props.language}
          dir={props.direction}
          aria-label={text("captions.text", { number })}
          value={line.text}
          {...invalid("text")}
          onChange={(event) => model.edit(line.id, "text", event.target.value)}
        />
        {errorOf("text")}
      </span>
      <button
        type="button"
        className={styles.remove}
        aria-label={text("captions.remove", { number })}
        title={text("captions.remove", { number })}
        onClick={({ currentTarget }) => {
          const own = currentTarget.closest("li");
          const neighbour = own?.nextElementSibling ?? own?.previousElementSibling;
          neighbour?.querySelector("textarea")?.focus();
          model.remove(line.id);
        }}
      >
        <Icon path={CROSS} />
      </button>
    </li>
  );
};
