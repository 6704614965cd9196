import { useState } from "react";
import { isWebLink } from "../../../../domain/web-link.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { Field } from "../../../../ui/field.tsx";
import { useAssets } from "../media/media-calls.ts";
import { type InsertDialogProps, InsertForm, WordsField } from "./insert-form.tsx";
import { writtenLink } from "./written-markdown.ts";

/** A link that leads out of the school, if the school shows such links. */
export const WebLinkDialog = (props: InsertDialogProps) => {
  const { product, language, words: selected, onInsert, onClose } = props;
  const text = useText();
  const [found, isFailed] = useAssets(product, "sheet");
  const isSelectedLink = isWebLink(selected.trim());
  const [address, setAddress] = useState(isSelectedLink ? selected.trim() : "");
  const [words, setWords] = useState(selected);
  const [isLeft, setIsLeft] = useState(false);
  const isLink = isWebLink(address.trim());
  return (
    <InsertForm
      title={text("staff-text.insert-web")}
      isReady={isLink && words.trim() !== ""}
      onSubmit={() => onInsert(writtenLink(words, address.trim()))}
      onClose={onClose}
    >
      {isFailed ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
      {found && !found.allowsLinks ? (
        <p role="status">{text("staff-text.web-not-allowed")}</p>
      ) : null}
      <Field
        label={text("staff-text.web-address")}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={address}
        error={
          isLeft && address.trim() !== "" && !isLink ? text("staff-text.web-wrong") : undefined
        }
        onChange={(event) => setAddress(event.currentTarget.value)}
        onBlur={() => setIsLeft(true)}
      />
      <WordsField language={language} value={words} onChange={setWords} />
    </InsertForm>
  );
};
