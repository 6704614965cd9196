import { useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../../../app-context/failure-notice.tsx";
import { unsentTextsOf } from "../../../../app-context/unsent-texts.ts";
import { useApp } from "../../../../app-context/use-app.ts";
import type { EntryList } from "../../../../contract/staff-entries.ts";
import { FALLBACK_LANGUAGE } from "../../../../domain/languages.ts";
import { foldText } from "../../../../domain/search-text.ts";
import { nameOfLanguage } from "../../../../i18n/languages.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { Field } from "../../../../ui/field.tsx";
import { TextArea } from "../../../../ui/text-area.tsx";
import { fetchTerms } from "../editor-calls.ts";
import { createEntryForm, entryFieldsOf, entryMessages } from "../entry-form-model.ts";
import { ChoiceList } from "./choice-list.tsx";
import { type InsertDialogProps, InsertForm, WordsField } from "./insert-form.tsx";
import { writtenLink } from "./written-markdown.ts";

/** The choice of a term that the glossary does not have yet. No key is empty. */
const NEW = "";

/** A term of the glossary, which students open where they read it: one that is there, or a new one. */
export const TermDialog = (props: InsertDialogProps) => {
  const { language, words: selected, onInsert, onClose } = props;
  const app = useApp();
  const text = useText();
  const { send } = app.transport;
  const [list, setList] = useState<EntryList>({
    ...{ source: false, readable: false, checksum: null, languages: [language], entries: [] },
  });
  const [phase, setPhase] = useState<"loading" | "ready" | "failed">("loading");
  useEffect(() => {
    void fetchTerms(send).then((found) => {
      setPhase(found ? "ready" : "failed");
      if (found) setList(found);
    });
  }, [send]);
  const [first = FALLBACK_LANGUAGE] = list.languages;
  const choices = list.entries.map(entryFieldsOf).map((fields) => {
    const id = fields.term ?? "";
    const name = fields[`${language}.term`] || id;
    return { id, name, note: name === id ? "" : id, language };
  });
  const known = choices.find(({ name }) => foldText(name) === foldText(selected))?.id;
  const likely = known ?? (selected || choices.length === 0 ? NEW : null);
  /** What the person has chosen; undefined: nothing yet. */
  const [picked, setPicked] = useState<string>();
  const term = picked ?? (phase === "ready" ? likely : null);
  const [words, setWords] = useState(selected);
  const isNew = term === NEW;
  const form = useMemo(() => {
    const about = selected || " ";
    const made = createEntryForm({
      ...{ send, unsentTexts: unsentTextsOf(app), kind: "term", list, at: null, about },
    });
    if (language === first) made.state.fields[`${first}.term`] ||= selected;
    return made;
  }, [app, send, list, selected, language, first]);
  useEffect(() => form.preview.stop, [form]);
  const { fields, failure, isSaving } = useSnapshot(form.state, { sync: true });
  const [wordField, meaningField] = [`${first}.term`, `${first}.definition`];
  const [word, meaning] = [fields[wordField] ?? "", fields[meaningField] ?? ""];

  const firstField = selected && language === first ? meaningField : wordField;

  const nameOf = (id: string | null) => choices.find((choice) => choice.id === id)?.name ?? "";
  // In the school's first language the text says the new word itself, unless it says something else.
  const shown = words.trim() || (isNew && language === first ? word.trim() : "");
  const isReady = isNew
    ? list.readable && word.trim() !== "" && meaning.trim() !== "" && shown !== ""
    : term !== null && shown !== "";
  const insert = async () => {
    if (isNew && !(await form.save())) return;
    onInsert(writtenLink(shown, `term:${isNew ? form.state.term : term}`));
  };
  const inFirst = (label: string) =>
    list.languages.length > 1 ? `${label} (${nameOfLanguage(first)})` : label;
  return (
    <InsertForm
      title={text("staff-text.insert-term")}
      isReady={isReady && !isSaving}
      // Who goes through the list by arrow keys stays in it.
      focus={isNew && picked === undefined ? firstField : undefined}
      onSubmit={() => void insert()}
      onClose={onClose}
    >
      {phase === "failed" ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
      {choices.length > 0 ? (
        <ChoiceList
          label={text("staff-text.term")}
          choices={[{ id: NEW, name: text("staff-text.new-term"), stays: true }, ...choices]}
          value={term}
          onChange={(id) => {
            // Words of the person's own stay.
            if (words === nameOf(term)) setWords(nameOf(id));
            setPicked(id);
          }}
        />
      ) : null}
      {phase === "ready" && choices.length === 0 ? <p>{text("staff-text.no-terms")}</p> : null}
      {isNew ? (
        <>
          <Field
            name={wordField}
            label={inFirst(text("staff-editor.entry-word"))}
            dir="auto"
            lang={first}
            autoComplete="off"
            value={word}
            onChange={(event) => form.write(wordField, event.currentTarget.value)}
          />
          <TextArea
            name={meaningField}
            label={inFirst(text("staff-editor.entry-definition"))}
            lang={first}
            value={meaning}
            onChange={(written) => form.write(meaningField, written)}
          />
        </>
      ) : null}
      {isNew && language === first && !words.trim() ? null : (
        <WordsField language={language} value={words} onChange={setWords} />
      )}
      <FailureNotice failure={failure} messages={entryMessages} />
    </InsertForm>
  );
};
