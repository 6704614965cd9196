import { useEffect, useRef, useState } from "react";
import type { TreeWords } from "../../../contract/staff-tree.ts";
import { directionOf } from "../../../domain/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Field } from "../../../ui/field.tsx";
import { useLanguageName } from "../content-words.tsx";
import styles from "./tree.module.css";

/** Titles by language, as they are written. */
type TypedTitles = Readonly<Record<string, string>>;

const writtenOf = (words: TreeWords): TypedTitles =>
  Object.fromEntries(words.map(({ language, text }) => [language, text]));

/** The titles in all languages of the school; an empty one is taken out. */
export const sentOf = (languages: readonly string[], written: TypedTitles) =>
  languages.map((language) => ({ language, text: (written[language] ?? "").trim() }));

interface TitlesFieldsProps {
  languages: readonly string[];
  /** What the fields are for, such as "Title". */
  label: string;
  maxLength: number;
  written: TypedTitles;
  /** Why the field of the first language is wrong. */
  error?: string | undefined;
  /** The dialog is there for them: they have the focus at once, and again when this changes. */
  focus?: number;
  onWrite: (written: TypedTitles) => void;
}

/** Fields for one text in all languages of the school, side by side. Only the first language is needed. */
export const TitlesFields = ({ languages, label, written, ...props }: TitlesFieldsProps) => {
  const text = useText();
  const languageName = useLanguageName();
  const root = useRef<HTMLDivElement>(null);
  const { focus } = props;
  // After the dialog has given the focus to its heading.
  useEffect(() => {
    if (focus !== undefined) root.current?.querySelector("input")?.focus();
  }, [focus]);
  const isOne = languages.length === 1;
  return (
    <div ref={root} className={styles.titles}>
      {languages.map((language, at) => (
        <Field
          key={language}
          label={
            isOne
              ? label
              : text("staff-tree.in-language", { label, language: languageName(language) })
          }
          lang={language}
          dir={directionOf(language)}
          autoComplete="off"
          maxLength={props.maxLength}
          value={written[language] ?? ""}
          error={at === 0 ? props.error : undefined}
          onChange={(event) => props.onWrite({ ...written, [language]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
};

/** What is written in fields, with what they begin with. */
export const useWritten = (words: TreeWords) => useState<TypedTitles>(() => writtenOf(words));
