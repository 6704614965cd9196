import { useState } from "react";
import { useIntl } from "react-intl";
import { useApp } from "../../../../app-context/use-app.ts";
import { isMainLesson } from "../../../../domain/lesson-access.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { useAsync } from "../../../../ui/use-async.ts";
import { fetchLessonTitles } from "../editor-calls.ts";
import { ChoiceList } from "./choice-list.tsx";
import { type InsertDialogProps, InsertForm, WordsField } from "./insert-form.tsx";
import { writtenLink } from "./written-markdown.ts";

const useLessons = (product: string, language: string) => {
  const { locale } = useIntl();
  const { send } = useApp().transport;
  const titles = useAsync(
    () => fetchLessonTitles(send, product, language || locale),
    [send, product, language, locale],
  );
  const choices = [...(titles ?? [])].map(([id, name]) => ({ id, name }));
  return {
    isFailed: titles?.size === 0,
    choices: choices.sort((a, b) => a.name.localeCompare(b.name, language)),
    titleOf: (key: string) => titles?.get(key) ?? "",
  };
};

/** A link to another lesson, chosen from a list. */
export const LessonLinkDialog = (props: InsertDialogProps) => {
  const { product, language, words: selected, onInsert, onClose } = props;
  const text = useText();
  const { choices, titleOf, isFailed } = useLessons(product, language);
  const [key, setKey] = useState("");
  const [words, setWords] = useState(selected);
  return (
    <InsertForm
      title={text("staff-text.insert-lesson")}
      isReady={key !== "" && words.trim() !== ""}
      onSubmit={() => onInsert(writtenLink(words, `lesson:${key}`))}
      onClose={onClose}
    >
      {isFailed ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
      <ChoiceList
        label={text("staff-text.lesson")}
        choices={choices}
        value={key}
        onChange={(id) => {
          // Words of the person's own stay.
          if (words === titleOf(key)) setWords(titleOf(id));
          setKey(id);
        }}
      />
      <WordsField language={language} value={words} onChange={setWords} />
    </InsertForm>
  );
};

/** A lesson that students open from a page of a main lesson. */
export const PartDialog = ({ product, language, onInsert, onClose }: InsertDialogProps) => {
  const text = useText();
  const { choices, isFailed } = useLessons(product, language);
  const [key, setKey] = useState("");
  return (
    <InsertForm
      title={text("staff-text.insert-part")}
      isReady={key !== ""}
      onSubmit={() => onInsert(`@part ${key}`)}
      onClose={onClose}
    >
      <p>{text("staff-text.part-hint")}</p>
      {isFailed ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
      <ChoiceList
        label={text("staff-text.lesson")}
        choices={choices.filter(({ id }) => !isMainLesson(id))}
        value={key}
        onChange={setKey}
      />
    </InsertForm>
  );
};
