import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Conflict } from "../../../app-context/conflict.tsx";
import { draftsOf } from "../../../app-context/drafts.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { directionOf, LANGUAGES } from "../../../domain/languages.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { LoadError } from "../../../ui/load-error.tsx";
import { createCaptionDraft } from "./caption-draft.ts";
import styles from "./caption-editor.module.css";
import { CaptionLineFields } from "./caption-line-fields.tsx";
import { differingLines } from "./caption-lines.ts";
import type { VideoPlace } from "./captions.ts";
import { captionsFailureMessages } from "./failure-messages.ts";
import { useKeepFocus } from "./use-keep-focus.ts";
import { useCaptionsService } from "./use-video-services.ts";

export interface CaptionEditorProps {
  place: VideoPlace;
  /** The playing position, in seconds. */
  time: () => number;
  onSaved: () => void;
}

/** The caption editor for tutors, shown beside the video. */
const CaptionEditor = ({ place, time, onSaved }: CaptionEditorProps) => {
  const captions = useCaptionsService();
  const drafts = draftsOf(useApp());
  const text = useText();
  const { locale } = useIntl();
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const [language, setLanguage] = useState<string>(locale);
  const { product, lesson, asset } = place;
  const model = useMemo(
    () => createCaptionDraft({ captions, drafts, place: { product, lesson, asset }, language }),
    [captions, drafts, product, lesson, asset, language],
  );
  const state = useSnapshot(model.state, { sync: true });
  const { phase, lines, failure, saving, saved, unsaved, english, checked, theirs } = state;
  const [added, setAdded] = useState<number | null>(null);
  useKeepFocus(root, lines);

  useEffect(() => {
    void model.load();
  }, [model]);

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
      {phase === "missing" ? (
        <LoadError
          message={text("video.captions-missing")}
          retry={text("screen.retry")}
          onRetry={() => void model.load()}
        />
      ) : null}
      {theirs ? (
        <Conflict
          heading={text(captionsFailureMessages["written-meanwhile"])}
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
            <button
              type="button"
              className="button quiet"
              onClick={() => setAdded(model.add(time()))}
            >
              {text("captions.add")}
            </button>
            {lines.length === 0 && english.length > 0 ? (
              <button type="button" className="button quiet" onClick={model.translate}>
                {text("captions.translate")}
              </button>
            ) : null}
          </p>
          <p className={styles.row}>
            <button
              type="button"
              className="button"
              aria-disabled={saving || undefined}
              onClick={() => void save()}
            >
              {text(saving ? "captions.saving" : "captions.save")}
            </button>
            {unsaved ? (
              <button type="button" className="button quiet" onClick={model.discard}>
                {text("captions.discard")}
              </button>
            ) : null}
          </p>
          <p role="status" className={styles.saved}>
            {saved ? text("captions.saved") : unsaved && !saving ? text("captions.unsaved") : ""}
          </p>
          {failure ? (
            <p role="alert" className={styles.failure}>
              {text(captionsFailureMessages[failure.kind])}
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  );
};

export default CaptionEditor;
