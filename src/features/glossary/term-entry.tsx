import { useIntl } from "react-intl";
import type { Term } from "../../contract/reference.ts";
import type { FileHandle } from "../../core/files.ts";
import { directionOf } from "../../domain/languages.ts";
import { textIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { HtmlText } from "../../ui/html-text.tsx";
import { Picture } from "../../ui/picture.tsx";
import styles from "./glossary.module.css";
import { nameOf, otherNames } from "./term-list.ts";

/** The name of a term, in the interface language if it has one. */
export const TermName = ({ entry }: { entry: Term }) => {
  const { locale } = useIntl();
  const { text, language } = nameOf(entry, locale);
  return (
    <span lang={language} dir={directionOf(language)}>
      {text}
    </span>
  );
};

/** The names in the other languages. */
export const OtherNames = ({ entry }: { entry: Term }) => {
  const { locale } = useIntl();
  return otherNames(entry, locale).map(({ text, language }) => (
    <small key={language} className={styles.other} lang={language} dir={directionOf(language)}>
      {text}
    </small>
  ));
};

export interface TermTextProps {
  entry: Term;
  onTerm: (term: string) => void;
}

/** The definition of a term. */
export const Definition = ({ entry, onTerm }: TermTextProps) => {
  const text = useText();
  const { locale } = useIntl();
  const { text: html, language } = textIn(entry.translations, "definition", locale);
  return (
    <HtmlText
      html={html}
      language={language}
      direction={directionOf(language)}
      invalid={text("lesson-failure.invalid-content")}
      deeper={1}
      onTerm={onTerm}
    />
  );
};

export interface TermPictureProps {
  entry: Term;
  picture: (title: string) => FileHandle;
}

/** The picture of a term; renders nothing without one. */
export const TermPicture = ({ entry, picture }: TermPictureProps) => {
  const text = useText();
  const { locale } = useIntl();
  if (!entry.image) return null;
  return (
    <Picture
      name={entry.image}
      use={picture}
      alt={text("glossary.picture", { term: nameOf(entry, locale).text })}
      missing={text("glossary.picture-missing")}
    />
  );
};
