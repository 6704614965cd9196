import { useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { mediaTypeOf } from "../../domain/media-type.ts";
import { textIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { Marking } from "../desk-marking/public.ts";
import { FileView } from "./file-view.tsx";
import styles from "./work.module.css";
import type { Work } from "./work.ts";

/** What the student was asked to do, and how it is judged. */
export const TaskView = ({ work }: { work: Work }) => {
  const text = useText();
  const { locale } = useIntl();
  const { value, task } = useSnapshot(work.state);
  const [isOpen, setIsOpen] = useState(false);
  const sheet = value?.hand_in.instructions;
  const criteria = task?.criteria ?? [];
  if (!sheet && criteria.length === 0) return null;
  const name = sheet?.split("/").at(-1) ?? "";
  const type = mediaTypeOf(name) ?? "";
  return (
    <Fold heading={text("desk.task")} onToggle={() => setIsOpen(true)}>
      {criteria.length > 0 ? (
        <>
          <h3>{text("desk.criteria")}</h3>
          <ul className={styles.criteria}>
            {criteria.map(({ translations }, at) => {
              const said = textIn(translations, "text", locale);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                <li key={at} lang={said.language} dir="auto">
                  {said.text}
                </li>
              );
            })}
          </ul>
        </>
      ) : null}
      {sheet && isOpen ? (
        <FileView file={{ name }} fetch={work.files.sheet}>
          {(bytes) => <Marking file={bytes} type={type} name={name} pages={[]} readOnly />}
        </FileView>
      ) : null}
    </Fold>
  );
};
