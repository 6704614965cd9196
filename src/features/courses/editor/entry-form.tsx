import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useLocation } from "wouter";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { entriesAddress, textAddress } from "../../../app-context/staff-links.ts";
import { unsentTextsOf } from "../../../app-context/unsent-texts.ts";
import { useApp } from "../../../app-context/use-app.ts";
import type { EntryKind, EntryList } from "../../../contract/staff-entries.ts";
import { FALLBACK_LANGUAGE, LANGUAGES } from "../../../domain/languages.ts";
import {
  type EntryProblem,
  entryFields,
  entryPath,
  entryProblems,
  fieldsInLanguage,
} from "../../../domain/source-entry.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import styles from "./editor.module.css";
import entries from "./entries.module.css";
import { createEntryForm, entryFieldsOf, entryMessages } from "./entry-form-model.ts";
import { FileField } from "./file-field.tsx";
import { AnnouncementPreview, ShownPages, TextProblems } from "./preview.tsx";
import { ConflictBox, RemovalQuestion } from "./questions.tsx";
import { PICTURES } from "./send-picture.ts";
import { ShownPicture } from "./shown-picture.tsx";

const PROBLEMS = {
  missing: "staff-editor.entry-missing",
  "no-day": "staff-editor.entry-no-day",
  "before-first": "staff-editor.entry-before-first",
  taken: "staff-editor.entry-taken",
} as const satisfies Record<EntryProblem, MessageId>;

interface OnceField {
  readonly name: string;
  readonly label: MessageId;
  readonly type: "date" | "picture";
}

/** The field of a term that lessons name it by. */
const KEY = "term";

/** What stands once in an entry. */
const ONCE: Readonly<Record<EntryKind, readonly OnceField[]>> = {
  announcement: [
    { name: "from", label: "staff-editor.entry-from", type: "date" },
    { name: "to", label: "staff-editor.entry-to", type: "date" },
  ],
  term: [{ name: "image", label: "staff-editor.entry-picture", type: "picture" }],
  question: [],
};

/** The labels of the fields in each language, in the order of `fieldsInLanguage`. The last is a long text. */
const LABELS: Readonly<Record<EntryKind, readonly MessageId[]>> = {
  announcement: ["staff-editor.entry-title", "staff-editor.entry-body"],
  term: ["staff-editor.entry-word", "staff-editor.entry-definition"],
  question: [
    "staff-editor.entry-category",
    "staff-editor.entry-question",
    "staff-editor.entry-answer",
  ],
};

interface EntryFormProps {
  kind: EntryKind;
  list: EntryList;
  /** The position of the entry; null for a new one. */
  at: number | null;
}

/** The form of one entry, with what students see beside it. */
export const EntryForm = ({ kind, list, at }: EntryFormProps) => {
  const app = useApp();
  const text = useText();
  const { locale } = useIntl();
  const [, navigate] = useLocation();
  const { send } = app.transport;
  const form = useMemo(
    () => createEntryForm({ send, unsentTexts: unsentTextsOf(app), kind, list, at }),
    [app, send, kind, list, at],
  );
  const state = useSnapshot(form.state, { sync: true });
  const preview = useSnapshot(form.preview.state);
  const [asksToRemove, setAsksToRemove] = useState(false);
  /** Set by the first attempt to save. From then on, what is missing is marked. */
  const [isTried, setIsTried] = useState(false);
  /** Lessons name a term by its key, which the school has made. It is shown to those who ask. */
  const [isKeyShown, setIsKeyShown] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [first = FALLBACK_LANGUAGE] = list.languages;
  const [language, setLanguage] = useState<string>(
    list.languages.includes(locale) ? locale : first,
  );
  /** The field that gets the focus once its language is shown. */
  const [wanted, setWanted] = useState(
    // Who adds an entry has come to write it.
    at === null
      ? (ONCE[kind].find(({ type }) => type === "date")?.name ??
          fieldsInLanguage(kind, language)[0] ??
          "")
      : "",
  );
  useEffect(() => {
    void form.preview.show();
    return form.preview.stop;
  }, [form]);

  useEffect(() => {
    if (!wanted) return;
    (element.current?.elements.namedItem(wanted) as HTMLElement | null)?.focus();
    setWanted("");
  }, [wanted]);

  const { fields } = state;
  const theirFields = entryFields(kind).filter((name) => state.theirs?.[name]);
  const others = list.entries.filter((_, index) => index !== state.at).map(entryFieldsOf);
  // The school gives a new term its key.
  const hasKey = state.at !== null;
  const problems = new Map(
    [...entryProblems(kind, fields, others, first)].filter(([name]) => hasKey || name !== KEY),
  );
  const errorOf = (name: string) => {
    const problem = isTried && problems.get(name);
    return problem ? text(PROBLEMS[problem]) : undefined;
  };
  const languageOf = (name: string) =>
    LANGUAGES.find((each) => fieldsInLanguage(kind, each).includes(name));
  const nameOf = (name: string): string => {
    if (name === KEY) return text("staff-editor.entry-key");
    const once = ONCE[kind].find((each) => each.name === name);
    if (once) return text(once.label);
    const of = languageOf(name) ?? first;
    const label = LABELS[kind][fieldsInLanguage(kind, of).indexOf(name)];
    return `${text(label ?? "staff-editor.text")} · ${nameOfLanguage(of)}`;
  };
  const goTo = (name: string) => {
    if (name === KEY) setIsKeyShown(true);
    const of = languageOf(name);
    if (of) setLanguage(of);
    setWanted(name);
  };
  /** Asks for what the entry lacks. @returns whether it lacks nothing */
  const isComplete = () => {
    setIsTried(true);
    const [first] = problems.keys();
    if (first !== undefined) goTo(first);
    return first === undefined;
  };
  const isEmpty = (each: string) => fieldsInLanguage(kind, each).every((name) => !fields[name]);
  const languages = LANGUAGES.filter(
    (each) => each === first || list.languages.includes(each) || !isEmpty(each),
  );
  const names = fieldsInLanguage(kind, language);
  const outdated = (state.at === null ? null : list.entries[state.at]?.outdated) ?? [];
  const title = fields[`${language}.title`] ?? "";
  const closeAfter = async (work: Promise<boolean>) => {
    if (await work) navigate(`${entriesAddress(kind)}&saved=1`);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!state.theirs && isComplete()) void closeAfter(form.save());
  };

  return (
    <>
      {state.theirs ? (
        <ConflictBox
          isGone={theirFields.length === 0}
          onMine={() => {
            if (isComplete()) void closeAfter(form.keepMine());
          }}
          onTheirs={() => {
            form.takeTheirs();
            if (theirFields.length === 0) navigate(entriesAddress(kind));
          }}
        >
          {theirFields
            .filter((name) => name !== "id")
            .map((name) => (
              <p key={name} className={entries.theirs} dir="auto">
                <b>{nameOf(name)}</b> {state.theirs?.[name]}
              </p>
            ))}
        </ConflictBox>
      ) : null}
      <div className={styles.split}>
        <form ref={element} className={styles.write} onSubmit={save} noValidate>
          <div className={entries.once}>
            {ONCE[kind].map(({ name, label, type }) =>
              type === "picture" ? (
                <FileField
                  key={name}
                  label={text(label)}
                  {...{ product: "", folder: "glossary", accept: PICTURES }}
                  value={fields[name] ?? ""}
                  onValue={(file) => form.write(name, file)}
                >
                  <ShownPicture
                    {...{ product: "", folder: "glossary" }}
                    name={fields[name] ?? ""}
                  />
                </FileField>
              ) : (
                <Field
                  key={name}
                  name={name}
                  label={text(label)}
                  error={errorOf(name)}
                  type={type}
                  autoComplete="off"
                  value={fields[name] ?? ""}
                  onChange={(event) => form.write(name, event.currentTarget.value)}
                />
              ),
            )}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would repeat the buttons */}
          <div
            className={entries.languages}
            role="group"
            aria-label={text("staff-editor.column-languages")}
          >
            {languages.map((each) => (
              <button
                key={each}
                type="button"
                lang={each}
                aria-pressed={each === language}
                data-empty={isEmpty(each) || undefined}
                onClick={() => setLanguage(each)}
              >
                {nameOfLanguage(each)}
              </button>
            ))}
          </div>
          {outdated.includes(language) ? (
            <div className={styles.notice}>
              <p>
                <b>{text("staff-editor.original-changed")}</b>
              </p>
              {fieldsInLanguage(kind, first).map((name) => (
                <p key={name} lang={first} dir="auto">
                  {fields[name]}
                </p>
              ))}
              <Button
                quiet
                disabled={state.isSaving || state.theirs !== null}
                onClick={() => {
                  if (isComplete()) void closeAfter(form.sayRight(language));
                }}
              >
                {text("staff-editor.translation-right")}
              </Button>
            </div>
          ) : null}
          {names.map((name, index) => {
            const label = text(LABELS[kind][index] ?? "staff-editor.text");
            const value = fields[name] ?? "";
            return index === names.length - 1 ? (
              <TextArea
                key={name}
                name={name}
                label={label}
                error={errorOf(name)}
                lang={language}
                rows={8}
                value={value}
                onChange={(words) => form.write(name, words)}
              />
            ) : (
              <Field
                key={name}
                name={name}
                label={label}
                error={errorOf(name)}
                lang={language}
                dir="auto"
                autoComplete="off"
                value={value}
                onChange={(event) => form.write(name, event.currentTarget.value)}
              />
            );
          })}
          {kind === "term" && hasKey ? (
            <details
              open={isKeyShown}
              onToggle={(event) => setIsKeyShown(event.currentTarget.open)}
            >
              <summary className={entries.details}>{text("staff-audit.details")}</summary>
              <Field
                name={KEY}
                label={text("staff-editor.entry-key")}
                error={errorOf(KEY)}
                dir="auto"
                autoCapitalize="none"
                autoComplete="off"
                value={fields[KEY] ?? ""}
                onChange={(event) => form.write(KEY, event.currentTarget.value)}
              />
            </details>
          ) : null}
          <div className={styles.acts}>
            <Button type="submit" disabled={state.isSaving || state.theirs !== null}>
              {text("staff-editor.save")}
            </Button>
            {language !== first && !isEmpty(language) ? (
              <Button
                quiet
                onClick={() => {
                  for (const name of names) form.write(name, "");
                }}
              >
                {text("staff-editor.entry-language-remove")}
              </Button>
            ) : null}
            {at !== null && !asksToRemove ? (
              <Button quiet onClick={() => setAsksToRemove(true)}>
                {text("staff-editor.remove")}
              </Button>
            ) : null}
          </div>
          {asksToRemove ? (
            <RemovalQuestion
              question={text("staff-editor.entry-remove-ask")}
              onRemove={() => {
                setAsksToRemove(false);
                void closeAfter(form.remove());
              }}
              onCancel={() => setAsksToRemove(false)}
            />
          ) : null}
          <FailureNotice failure={state.failure} messages={entryMessages} />
          <TextProblems
            problems={preview.shown?.problems ?? null}
            isNotShown={preview.isNotShown}
            onLine={(_, field) => {
              if (field) goTo(field);
              else navigate(textAddress(entryPath(kind)));
            }}
          />
        </form>
        {kind === "announcement" ? (
          <AnnouncementPreview
            title={title}
            body={fields[`${language}.body`] ?? ""}
            language={language}
          />
        ) : (
          <ShownPages
            product=""
            pages={(preview.shown?.pages ?? []).filter((page) => page.language === language)}
          />
        )}
      </div>
    </>
  );
};
