import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { useApp } from "../../app-context/use-app.ts";
import type { Faq } from "../../core/reference.ts";
import { directionOf } from "../../domain/languages.ts";
import { textIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { HtmlText } from "../../ui/html-text.tsx";
import styles from "./faq.module.css";

export interface QuestionProps {
  faq: Faq;
  /** The level of its heading. */
  level: 2 | 3;
}

/** A question that opens its answer. */
export const Question = ({ faq, level }: QuestionProps) => {
  const { termDialog } = useApp();
  const text = useText();
  const { locale } = useIntl();
  const id = useId();
  const [open, setOpen] = useState(false);
  const question = textIn(faq.translations, "question", locale);
  const answer = textIn(faq.translations, "answer", locale);
  const Heading = `h${level}` as const;
  return (
    <div className={styles.question}>
      <Heading>
        <button
          type="button"
          lang={question.language}
          dir={directionOf(question.language)}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {question.text}
        </button>
      </Heading>
      {open ? (
        <div id={id} className={styles.answer}>
          <HtmlText
            html={answer.text}
            language={answer.language}
            direction={directionOf(answer.language)}
            invalid={text("lesson-failure.invalid-content")}
            deeper={level - 1}
            onTerm={termDialog.open}
          />
        </div>
      ) : null}
    </div>
  );
};
