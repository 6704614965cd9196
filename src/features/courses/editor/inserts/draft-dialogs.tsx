import { useState } from "react";
import { useApp } from "../../../../app-context/use-app.ts";
import { measureName } from "../../../../core/measure-messages.ts";
import { blockNames, nameIn, optionNames } from "../../../../core/pattern-messages.ts";
import { isField } from "../../../../domain/measurements/fields.ts";
import type { MessageId } from "../../../../i18n/message-id.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { CheckField } from "../../../../ui/check-field.tsx";
import { useAsync } from "../../../../ui/use-async.ts";
import { fetchDraftNumbers } from "../editor-calls.ts";
import { ShownFile } from "../shown-file.tsx";
import { ChoiceList } from "./choice-list.tsx";
import { type InsertDialogProps, InsertForm, PictureWords } from "./insert-form.tsx";
import styles from "./inserts.module.css";
import { writtenPicture } from "./written-markdown.ts";

const useDraftNumbers = (language: string) => {
  const { send } = useApp().transport;
  return useAsync(() => fetchDraftNumbers(send, language), [send, language]);
};

const useNumberName = (): ((name: string) => string) => {
  const text = useText();
  return (name) => {
    if (isField(name)) return text(measureName(name));
    if (Object.hasOwn(optionNames, name)) return nameIn(text, optionNames, name);
    const id = `patterns.number.${name}` as MessageId;
    const words = text(id);
    return words === id ? name : words;
  };
};

/** A number that each student reads for their own measurements. */
export const NumberDialog = ({ language, onInsert, onClose }: InsertDialogProps) => {
  const text = useText();
  const drafts = useDraftNumbers(language);
  const nameOf = useNumberName();
  const [name, setName] = useState("");
  const [hasUnit, setHasUnit] = useState(true);
  const numbers = drafts?.numbers ?? [];
  const chosen = numbers.find((each) => each.name === name);
  const words = chosen ? `${chosen.number}${hasUnit ? chosen.unit : ""}` : "";
  return (
    <InsertForm
      title={text("staff-text.insert-number")}
      isReady={chosen !== undefined}
      onSubmit={() => onInsert(`[${words}](draft:${name})`)}
      onClose={onClose}
    >
      <p>{text("staff-text.number-hint")}</p>
      {drafts === null ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
      <ChoiceList
        label={text("staff-text.number")}
        choices={numbers.map((each) => {
          const [block = "", number = ""] = each.name.split(".");
          const stated = `${each.number}${each.unit}`;
          return {
            id: each.name,
            name: nameOf(number),
            note: `${nameIn(text, blockNames, block)} · ${stated}`,
          };
        })}
        value={name}
        onChange={setName}
      />
      <CheckField className={styles.check} checked={hasUnit} onChange={setHasUnit}>
        {text("staff-text.with-unit")}
      </CheckField>
      <p role="status">{words ? text("staff-text.number-shown", { words }) : ""}</p>
    </InsertForm>
  );
};

/** A figure that is drawn for each student's own measurements. */
export const FigureDialog = ({ language, onInsert, onClose }: InsertDialogProps) => {
  const text = useText();
  const drafts = useDraftNumbers(language);
  const [name, setName] = useState("");
  const [words, setWords] = useState({ alternative: "", caption: "" });
  return (
    <InsertForm
      title={text("staff-text.insert-figure")}
      isReady={name !== "" && words.alternative.trim() !== ""}
      onSubmit={() => onInsert(writtenPicture(`draft:${name}`, words.alternative, words.caption))}
      onClose={onClose}
    >
      <p>{text("staff-text.figure-hint")}</p>
      {drafts === null ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
      <ChoiceList
        label={text("staff-text.figure")}
        choices={(drafts?.figures ?? []).map((id) => {
          const [block = "", figure = ""] = id.split("/");
          const step = `staff-text.figure-${figure}` as MessageId;
          return { id, name: `${nameIn(text, blockNames, block)} · ${text(step)}` };
        })}
        value={name}
        onChange={setName}
      />
      {name ? <ShownFile product="" name={`draft-figures/${name}.svg`} /> : null}
      <PictureWords language={language} words={words} onWrite={setWords} />
    </InsertForm>
  );
};
