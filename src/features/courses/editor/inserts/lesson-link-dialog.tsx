import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useApp } from "../../../../app-context/use-app.ts";
import type { SourceText } from "../../../../contract/staff-editor.ts";
import { sourceTextPlace } from "../../../../domain/source-text.ts";
import { textIn } from "../../../../domain/translated.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { Field } from "../../../../ui/field.tsx";
import { fetchTexts } from "../editor-calls.ts";
import { type Choice, ChoiceList } from "./choice-list.tsx";
import type { InsertDialogProps } from "./insert-dialog.ts";
import { InsertForm } from "./insert-form.tsx";
import { writtenLink } from "./written-markdown.ts";

/** The lessons of a product, each once, by their titles. */
const lessonChoices = (
  texts: readonly SourceText[],
  product: string,
  language: string,
): Choice[] => {
  const lessons = new Map<string, Choice>();
  for (const { path, titles } of texts) {
    const place = sourceTextPlace(path);
    if (place?.kind !== "lesson" || place.product !== product) continue;
    const title = textIn(titles, "title", language);
    const name = title.text || place.key;
    lessons.set(place.key, { id: place.key, name, language: title.text ? title.language : "" });
  }
  return [...lessons.values()].sort((a, b) => a.name.localeCompare(b.name, language));
};

/** A link to another lesson, chosen from a list. */
export const LessonLinkDialog = (props: InsertDialogProps) => {
  const { product, language, words: selected, onInsert, onClose } = props;
  const text = useText();
  const { locale } = useIntl();
  const { send } = useApp().transport;
  const [texts, setTexts] = useState<readonly SourceText[] | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [key, setKey] = useState("");
  const [words, setWords] = useState(selected);
  useEffect(() => {
    void fetchTexts(send).then((fetched) => {
      setTexts(fetched);
      setIsFailed(fetched === null);
    });
  }, [send]);
  const choices = lessonChoices(texts ?? [], product, language || locale);
  const choose = (id: string) => {
    setKey(id);
    const before = choices.find((choice) => choice.id === key)?.name ?? "";
    // Words of the person's own stay.
    if (words === before) setWords(choices.find((choice) => choice.id === id)?.name ?? "");
  };
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
        onChange={choose}
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
