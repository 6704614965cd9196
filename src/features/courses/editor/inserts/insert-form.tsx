import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Dialog } from "../../../../app-context/dialog.tsx";
import { useText } from "../../../../i18n/use-text.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import styles from "./inserts.module.css";

/** What a dialog that puts something into a text is given. */
export interface InsertDialogProps {
  /** The key of the text's product; empty for texts of the school. */
  readonly product: string;
  /** That of the text. */
  readonly language: string;
  /** The words that are selected in the text; empty: none. */
  readonly words: string;
  /** Puts Markdown where the cursor is, in place of what is selected, and closes the dialog. */
  readonly onInsert: (markdown: string) => void;
  readonly onClose: () => void;
}

interface InsertFormProps {
  title: string;
  isReady: boolean;
  /** The name of its button; absent: "Insert". */
  act?: string | undefined;
  /** The name of the field that gets the focus, now and when this changes; absent: the heading has it. */
  focus?: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of something that is put into a text. */
export const InsertForm = ({
  title,
  isReady,
  act,
  focus,
  onSubmit,
  onClose,
  children,
}: InsertFormProps) => {
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  // After the dialog has given the focus to its heading.
  useEffect(() => {
    if (focus) (form.current?.elements.namedItem(focus) as HTMLElement | null)?.focus();
  }, [focus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The screen behind it has forms of its own.
    event.stopPropagation();
    if (isReady) onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate>
        {children}
        <p className={styles.acts}>
          <Button type="submit" disabled={!isReady}>
            {act ?? text("staff-text.insert")}
          </Button>
          <Button quiet onClick={onClose}>
            {text("staff-editor.cancel")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
};

interface WordsFieldProps {
  label?: string;
  /** That of the text. */
  language: string;
  value: string;
  onChange: (words: string) => void;
}

/** The words in the text that lead to what is put in. */
export const WordsField = ({ label, language, value, onChange }: WordsFieldProps) => {
  const text = useText();
  return (
    <Field
      name="words"
      label={label ?? text("staff-text.words")}
      dir="auto"
      lang={language}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

interface PictureWordsProps {
  language: string;
  words: Readonly<Record<"alternative" | "caption", string>>;
  onWrite: (words: PictureWordsProps["words"]) => void;
}

/** What a picture shows, for those who cannot see it, and what is written below it. */
export const PictureWords = ({ language, words, onWrite }: PictureWordsProps) => {
  const text = useText();
  return (["alternative", "caption"] as const).map((name) => (
    <Field
      key={name}
      name={name}
      label={text(`staff-text.${name}`)}
      dir="auto"
      lang={language}
      value={words[name]}
      onChange={(event) => onWrite({ ...words, [name]: event.currentTarget.value })}
    />
  ));
};
