import {
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Conflict } from "../../../app-context/conflict.tsx";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { unsentTextsOf } from "../../../app-context/unsent-texts.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { directionOf, LANGUAGES } from "../../../domain/languages.ts";
import { formatSeconds, MAX_TEXT_LENGTH } from "../../../domain/timed-texts.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { CROSS } from "../../../ui/icon-paths.ts";
import styles from "./caption-editor.module.css";
import {
  type CaptionEditorModel,
  type CaptionLine,
  createCaptionEditor,
  differingLines,
  validateLine,
} from "./caption-editor-model.ts";
import type { VideoPlace } from "./captions.ts";
import { captionFailures } from "./captions.ts";
import { useCaptionsService } from "./use-video-services.ts";

/**
 * Keeps the focus inside an element whose children are reordered, because a moved element loses the
 * focus. If the focused element was removed, the heading gets the focus.
 * @param order a value that changes whenever the children may have been reordered
 */
const useKeepFocus = (root: RefObject<HTMLElement | null>, order: unknown): void => {
  const last = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const note = ({ target }: FocusEvent) => {
      last.current = target as HTMLElement;
    };
    // A removed element loses the focus to nothing, so `relatedTarget` is null.
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) last.current = null;
    };
    element.addEventListener("focusin", note);
    element.addEventListener("focusout", forget);
    return () => {
      element.removeEventListener("focusin", note);
      element.removeEventListener("focusout", forget);
    };
  }, [root]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order may have changed
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost || !last.current) return;
    const heading = root.current?.querySelector<HTMLElement>("h2");
    (last.current.isConnected ? last.current : heading)?.focus();
  }, [order]);
};

const CLOCK = "M12 3a9 9 0 1 0 .01 0M12 7v5l3 3";

interface CaptionLineFieldsProps {
  line: CaptionLine;
  /** From 1. */
  number: number;
  language: string;
  direction: "ltr" | "rtl";
  /** Whether validation errors are shown. */
  checked: boolean;
  focused: boolean;
  /** The playing position, in seconds. */
  time: () => number;
  model: CaptionEditorModel;
}

const CaptionLineFields = ({ line, number, checked, model, ...props }: CaptionLineFieldsProps) => {
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
        {text(`captions-problem.${problem}`)}
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
      <IconButton
        label={setName}
        title={setName}
        onClick={() => {
          model.edit(line.id, field, formatSeconds(Math.round(props.time() * 10) / 10));
          model.sort();
        }}
        path={CLOCK}
      />
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
      <IconButton
        label={text("captions.remove", { number })}
        title={text("captions.remove", { number })}
        onClick={({ currentTarget }) => {
          const item = currentTarget.closest("li");
          const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
          neighbour?.querySelector("textarea")?.focus();
          model.remove(line.id);
        }}
        path={CROSS}
      />
    </li>
  );
};

interface CaptionEditorProps {
  place: VideoPlace;
  /** The playing position, in seconds. */
  time: () => number;
  onSaved: () => void;
}

const CaptionEditor = ({ place, time, onSaved }: CaptionEditorProps) => {
  const captions = useCaptionsService();
  const unsentTexts = unsentTextsOf(useApp());
  const text = useText();
  const { locale } = useIntl();
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const [language, setLanguage] = useState<string>(locale);
  const { product, lesson, asset } = place;
  const model = useMemo(
    () =>
      createCaptionEditor({ captions, unsentTexts, place: { product, lesson, asset }, language }),
    [captions, unsentTexts, product, lesson, asset, language],
  );
  const state = useSnapshot(model.state, { sync: true });
  const { phase, lines, failure, saving, saved, unsaved, english, checked, theirs } = state;
  const [added, setAdded] = useState<number | null>(null);
  useKeepFocus(root, lines);

  useEffect(() => void model.load(), [model]);

  const save = async (saving = model.save()) => {
    if (await saving) {
      onSaved();
      return;
    }
    // Runs after the invalid fields have been marked.
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(),
    );
  };

  return (
    <section ref={root} className={styles.editor} aria-labelledby={`${id}h`}>
      <h2 id={`${id}h`} tabIndex={-1}>
        {text("captions.heading")}
      </h2>
      <p className={styles.row}>
        <label htmlFor={id}>{text("captions.language")}</label>
        <select id={id} value={language} onChange={(event) => setLanguage(event.target.value)}>
          {LANGUAGES.map((each) => (
            <option key={each} value={each}>
              {nameOfLanguage(each)}
            </option>
          ))}
        </select>
      </p>
      {phase === "loading" ? <p role="status">{text("captions.loading")}</p> : null}
      <FailureNotice
        failure={phase === "missing"}
        messages={{ else: "video.captions-missing" }}
        onRetry={() => void model.load()}
      />
      {theirs ? (
        <Conflict
          heading={text(captionFailures[409])}
          differences={differingLines(lines, theirs)}
          busy={saving}
          onMine={() => void save(model.keepMine())}
          onTheirs={model.takeTheirs}
        />
      ) : null}
      {phase === "ready" && !theirs ? (
        <>
          {lines.length === 0 ? <p>{text("captions.none")}</p> : null}
          <ol className={styles.lines}>
            {lines.map((line, index) => (
              <CaptionLineFields
                key={line.id}
                line={line}
                number={index + 1}
                language={language}
                direction={directionOf(language)}
                checked={checked}
                focused={line.id === added}
                time={time}
                model={model}
              />
            ))}
          </ol>
          <p className={styles.row}>
            <Button quiet onClick={() => setAdded(model.add(time()))}>
              {text("captions.add")}
            </Button>
            {lines.length === 0 && english.length > 0 ? (
              <Button quiet onClick={model.translate}>
                {text("captions.translate")}
              </Button>
            ) : null}
          </p>
          <p className={styles.row}>
            <Button disabled={saving} onClick={() => void save()}>
              {text(saving ? "captions.saving" : "captions.save")}
            </Button>
            {unsaved ? (
              <Button quiet onClick={model.discard}>
                {text("captions.discard")}
              </Button>
            ) : null}
          </p>
          <p role="status" className={styles.saved}>
            {saved ? text("captions.saved") : unsaved && !saving ? text("captions.unsaved") : ""}
          </p>
          <FailureNotice failure={failure} messages={captionFailures} className={styles.failure} />
        </>
      ) : null}
    </section>
  );
};

export default CaptionEditor;
