import { useIntl } from "react-intl";
import { useApp } from "../../app-context/use-app.ts";
import type { Instruction } from "../../contract/reference.ts";
import { directionOf } from "../../domain/languages.ts";
import { textIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { HtmlText } from "../../ui/html-text.tsx";
import styles from "./how-to-study.module.css";

export interface InstructionSheetProps {
  instruction: Instruction;
}

/** One sheet of the study instructions. */
export const InstructionSheet = ({ instruction }: InstructionSheetProps) => {
  const { termDialog } = useApp();
  const text = useText();
  const { locale } = useIntl();
  const id = `page-${instruction.id}`;
  const title = textIn(instruction.translations, "title", locale);
  const html = textIn(instruction.translations, "html", locale);
  return (
    <section id={id} className={`sheet stitched ${styles.page}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} lang={title.language} dir={directionOf(title.language)}>
        {title.text}
      </h2>
      <HtmlText
        html={html.text}
        language={html.language}
        direction={directionOf(html.language)}
        invalid={text("lesson-failure.invalid-content")}
        deeper={1}
        onTerm={termDialog.open}
      />
    </section>
  );
};
