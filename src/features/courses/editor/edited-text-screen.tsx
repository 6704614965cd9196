import { useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, Redirect, useLocation, useSearch } from "wouter";
import { readIn } from "../../../app-context/draft-resource.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useRemarkWords } from "../../../app-context/remark-words.ts";
import {
  STAFF_CHECK,
  STAFF_TEXTS,
  textAddress,
  treeAddress,
} from "../../../app-context/staff-links.ts";
import { unsentTextsOf } from "../../../app-context/unsent-texts.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import type { TextProblem } from "../../../contract/staff-editor.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { isMainLesson } from "../../../domain/lesson-access.ts";
import { lineDifferences } from "../../../domain/line-differences.ts";
import {
  type SourceTextPlace,
  sourceTextPath,
  sourceTextPlace,
} from "../../../domain/source-text.ts";
import { textsByLanguage } from "../../../domain/text-head.ts";
import { textIn, titleIn } from "../../../domain/translated.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { useAsync } from "../../../ui/use-async.ts";
import { Difference } from "./difference.tsx";
import styles from "./editor.module.css";
import { fetchLessonTitles, sayReading } from "./editor-calls.ts";
import { HistoryDialog } from "./history-dialog.tsx";
import { LessonForm } from "./lesson-form.tsx";
import { MarkdownField, type MarkdownFieldHandle, RawText } from "./markdown-field.tsx";
import { useNextLesson } from "./next-lesson.ts";
import { LanguageLinks, OtherLanguage } from "./other-languages.tsx";
import { ShownPages, TextProblems } from "./preview.tsx";
import { ConflictBox, RemovalQuestion } from "./questions.tsx";
import {
  createTextEditor,
  isSame,
  saveMessages,
  type TextEditor,
  type Written,
} from "./text-editor.ts";
import { TranslationNote } from "./translation-note.tsx";

const FIELD_NAMES: Readonly<Record<string, MessageId>> = {
  title: "staff-text.title",
  type: "staff-text.kind",
  icon: "staff-text.icon",
  course: "staff-text.course",
  "assignment.title": "staff-text.assignment-title",
  "assignment.instructions": "staff-text.instructions",
  "assignment.image": "staff-text.assignment-picture",
  "assignment.criteria": "staff-text.criteria",
};

/** The name of a field of the form, such as `title.de`: "Title (Deutsch)". */
const useFieldName = (): ((field: string) => string) => {
  const text = useText();
  return (field) => {
    const [, name = field, language] = /^(.*?)(?:\.\d+)?(?:\.([a-z]{2}))?$/.exec(field) ?? [];
    const id = FIELD_NAMES[name];
    const words = id ? text(id) : name;
    return language ? `${words} (${nameOfLanguage(language)})` : words;
  };
};

const asLines = ({ fields, text }: Written, nameOf: (field: string) => string): string => {
  const head = Object.entries(fields)
    .filter(([, words]) => words !== "")
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, words]) => `${nameOf(name)}: ${words.replaceAll("\n", " ")}\n`);
  return head.join("") + text;
};

const useByField = (problems: readonly TextProblem[]): Map<string, string[]> => {
  const wordsOf = useRemarkWords();
  const found = new Map<string, string[]>();
  for (const { field, ...said } of problems) {
    if (field) found.set(field, [...(found.get(field) ?? []), wordsOf(said)]);
  }
  return found;
};

/** The titles of lessons by key, for the parts of a main lesson. */
const useLessonTitles = (place: SourceTextPlace): ((key: string) => string) | null => {
  const { locale } = useIntl();
  const { send } = useApp().transport;
  const isNeeded = place.kind === "lesson" && isMainLesson(place.key);
  const titles = useAsync(
    async () => (isNeeded ? await fetchLessonTitles(send, place.product, locale) : null),
    [send, isNeeded, place.product, locale],
  );
  if (isNeeded && !titles) return null;
  return (key) => titles?.get(key) ?? key;
};

const inTree = ({ kind, product, key }: SourceTextPlace): string =>
  kind === "lesson" ? treeAddress(product, { lesson: key }) : STAFF_TEXTS;

interface TextFormProps {
  editor: TextEditor;
  place: SourceTextPlace;
}

/** A text with its form, and the page beside it, or the same text in another language. */
const TextForm = ({ editor, place }: TextFormProps) => {
  const text = useText();
  const [, navigate] = useLocation();
  const { network } = useApp();
  const form = useRef<HTMLDivElement>(null);
  const field = useRef<MarkdownFieldHandle>(null);
  const state = useSnapshot(editor.state, { sync: true });
  const preview = useSnapshot(editor.preview.state);
  const { online } = useSnapshot(network.state);
  const fieldName = useFieldName();
  const lessonTitle = useLessonTitles(place);
  const next = useNextLesson(place);
  const [, first] = useReads();
  const [hasHistory, setHasHistory] = useState(false);
  const [asksToRemove, setAsksToRemove] = useState(false);
  // Who translates reads the original.
  const [beside, setBeside] = useState(place.language === first ? "" : (first ?? ""));
  const isChanged = state.checksum === null || !isSame(state, state.saved as Written);
  // A lesson is removed in the tree, which says what that means to students.
  const isOfTree = place.kind === "lesson" && place.language === first;
  const problems = (preview.shown?.problems ?? null) as readonly TextProblem[] | null;
  const byField = useByField(problems ?? []);

  useEffect(() => {
    if (online) editor.saveWaiting();
  }, [online, editor]);

  const goTo = (line: number, name: string) => {
    if (line > 0 || !name) field.current?.goTo(line);
    else form.current?.querySelector<HTMLElement>(`[name^="${name}"]`)?.focus();
  };

  const remove = async () => {
    setAsksToRemove(false);
    if (await editor.remove()) navigate(STAFF_TEXTS);
  };

  const saveAndGo = async (address: string) => {
    if (isChanged) await editor.save();
    // What was not saved keeps its screen, which says why.
    const { saveFailure, theirs, waits } = editor.state;
    if (!saveFailure && !theirs && !waits) navigate(address);
  };
  const addressOf = (key: string) =>
    textAddress(sourceTextPath({ ...place, key }, place.language, first));

  return (
    <>
      {place.language ? (
        <LanguageLinks
          place={place}
          languages={state.languages}
          beside={beside}
          onBeside={setBeside}
        />
      ) : null}
      <TranslationNote
        path={editor.path}
        checksum={state.checksum}
        onStart={state.text === "" ? editor.begin : undefined}
      />
      {state.theirs ? (
        <ConflictBox
          isGone={state.theirs.checksum === null}
          onMine={() => void editor.keepMine()}
          onTheirs={editor.takeTheirs}
        >
          <p>{text("staff-text.conflict-lines")}</p>
          <Difference
            lines={lineDifferences(asLines(state, fieldName), asLines(state.theirs, fieldName))}
          />
        </ConflictBox>
      ) : null}
      {state.hasForm ? (
        <div ref={form}>
          <LessonForm
            place={place}
            languages={state.languages}
            fields={state.fields}
            problems={byField}
            onField={editor.writeField}
            onFields={editor.writeFields}
          />
        </div>
      ) : null}
      <div className={beside === "" ? styles.split : `${styles.split} ${styles.translated}`}>
        <div className={styles.write}>
          {state.isRaw || !lessonTitle ? (
            state.isRaw && (
              <>
                {place.language ? (
                  <p className={styles.notice}>{text("staff-text.unreadable")}</p>
                ) : null}
                <RawText editor={editor} handle={field} />
              </>
            )
          ) : (
            <MarkdownField editor={editor} place={place} lessonTitle={lessonTitle} handle={field} />
          )}
          <div className={styles.acts}>
            <Button
              disabled={!isChanged || state.isSaving || state.theirs !== null}
              onClick={() => void editor.save()}
            >
              {text("staff-editor.save")}
            </Button>
            {next === undefined ? null : (
              <Button
                quiet
                disabled={state.isSaving || state.theirs !== null}
                onClick={() => void saveAndGo(next ? addressOf(next.key) : STAFF_CHECK)}
              >
                {next
                  ? text("staff-text.save-and-next", {
                      title: textIn(next.titles, "text", place.language).text || next.key,
                    })
                  : text("staff-text.save-and-publish")}
              </Button>
            )}
            <Button quiet onClick={() => setHasHistory(true)}>
              {text("staff-editor.history")}
            </Button>
            {state.checksum !== null && place.key && !isOfTree && !asksToRemove ? (
              <Button quiet onClick={() => setAsksToRemove(true)}>
                {text("staff-editor.remove")}
              </Button>
            ) : null}
          </div>
          {asksToRemove ? (
            <RemovalQuestion
              question={text("staff-editor.remove-ask")}
              onRemove={() => void remove()}
              onCancel={() => setAsksToRemove(false)}
            />
          ) : null}
          <div role="status">
            {state.waits ? <p className={styles.notice}>{text("staff-text.waits")}</p> : null}
            {state.isSaved && !isChanged ? (
              <p>
                {text("staff-editor.saved")}{" "}
                <Link href={inTree(place)}>{text("staff-editor.name")}</Link>
              </p>
            ) : null}
          </div>
          <FailureNotice failure={state.saveFailure} messages={saveMessages} />
          <TextProblems
            problems={problems}
            isNotShown={preview.isNotShown}
            onLine={goTo}
            nameOf={fieldName}
          />
        </div>
        {beside === "" ? null : <OtherLanguage place={place} language={beside} />}
        <ShownPages product={place.product} pages={preview.shown?.pages ?? []} />
      </div>
      {hasHistory ? (
        <HistoryDialog
          path={editor.path}
          onReturn={async (earlier) => {
            const isThere = await editor.returnTo(earlier);
            if (isThere) setHasHistory(false);
            return isThere;
          }}
          onClose={() => setHasHistory(false)}
        />
      ) : null}
    </>
  );
};

/** Edits the text that the address names. */
export const EditedTextScreen = () => {
  const query = new URLSearchParams(useSearch());
  const path = query.get("path") ?? "";
  const [, first] = useReads();
  const place = sourceTextPlace(path, first);
  // The tree changes what it can read of courses.
  const isOfTree = place?.kind === "course" && !query.has("unreadable");
  if (!place || isOfTree) return <Redirect to={STAFF_TEXTS} replace />;
  return <OpenText key={path} path={path} place={place} />;
};

/** What the heading of the screen says: the title, else the first heading of the text. */
const useName = (editor: TextEditor, place: SourceTextPlace): string => {
  const text = useText();
  const { locale } = useIntl();
  const state = useSnapshot(editor.state, { sync: true });
  if (!place.key) return editor.path;
  const title = titleIn(textsByLanguage(state.fields, "title"), locale);
  return (
    title ||
    /^# +(.+)$/m.exec(state.text)?.[1] ||
    text(place.kind === "instruction" ? "how-to-study.title" : "staff-text.unnamed")
  );
};

/** The school forgets within a minute who has a text open. */
const ASK_MS = 20_000;

/** Who else has this text open at this moment. Says meanwhile that this person has. */
const AlsoHere = ({ path }: { path: string }) => {
  const text = useText();
  const { locale } = useIntl();
  const { send } = useApp().transport;
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      // A page in the background is read by nobody.
      if (document.visibilityState === "hidden") return;
      const found = await sayReading(send, path);
      // Without a network the last answer says most.
      if (isCurrent && found) setOthers(found);
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [send, path]);
  const names = new Intl.ListFormat(locale).format(others);
  return (
    <p role="status" className={others.length > 0 ? styles.notice : undefined}>
      {others.length > 0 ? text("staff-editor.also-here", { names, count: others.length }) : null}
    </p>
  );
};

const OpenText = ({ path, place }: { path: string; place: SourceTextPlace }) => {
  const app = useApp();
  const text = useText();
  const { send } = app.transport;
  const editor = useMemo(
    () => createTextEditor({ send, unsentTexts: unsentTextsOf(app), path }),
    [app, send, path],
  );
  const { isOpen, failure, languages } = useSnapshot(editor.state);
  useEffect(() => readIn(app, languages), [app, languages]);
  const name = useName(editor, place);
  useScreenTitle(name);
  useEffect(() => {
    void editor.load();
    return editor.stop;
  }, [editor]);
  return (
    <>
      <p>
        <Link href={inTree(place)}>{text("staff-editor.name")}</Link>
      </p>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <FailureNotice
        failure={failure}
        messages={staffFailures}
        onRetry={() => void editor.load()}
      />
      <AlsoHere path={path} />
      {isOpen ? <TextForm editor={editor} place={place} /> : null}
    </>
  );
};
