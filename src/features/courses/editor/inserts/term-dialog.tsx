import { useEffect, useState } from "react";
import { useApp } from "../../../../app-context/use-app.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { Field } from "../../../../ui/field.tsx";
import { fetchTerms } from "../editor-calls.ts";
import { ChoiceList } from "./choice-list.tsx";
import type { InsertDialogProps } from "./insert-dialog.ts";
import { InsertForm } from "./insert-form.tsx";
import { writtenLink } from "./written-markdown.ts";

/** A term of the glossary, which students open where they read it. */
export const TermDialog = (props: InsertDialogProps) => {
  const { language, words: selected, onInsert, onClose } = props;
  const text = useText();
  const { send } = useApp().transport;
  const [terms, setTerms] = useState<Awaited<ReturnType<typeof fetchTerms>>>([]);
  const [term, setTerm] = useState("");
  const [words, setWords] = useState(selected);
  useEffect(() => {
    void fetchTerms(send).then(setTerms);
  }, [send]);
  const choices = (terms ?? []).map(({ term: id, words: byLanguage }) => ({
    id,
    name: byLanguage[language] || id,
    note: byLanguage[language] === id ? "" : id,
    language,
  }));
  const nameOf = (id: string) => choices.find((choice) => choice.id === id)?.name ?? "";
  return (
    <InsertForm
      title={text("staff-text.insert-term")}
      isReady={term !== "" && words.trim() !== ""}
      onSubmit={() => onInsert(writtenLink(words, `term:${term}`))}
      onClose={onClose}
    >
      {terms === null ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
      <ChoiceList
        label={text("staff-text.term")}
        choices={choices}
        value={term}
        onChange={(id) => {
          // Words of the person's own stay.
          if (words === nameOf(term)) setWords(nameOf(id));
          setTerm(id);
        }}
      />
      <Field
        label={text("staff-text.words")}
        dir="auto"
        lang={language}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </InsertForm>
  );
};
