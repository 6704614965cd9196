import { useState } from "react";
import { nameOfLanguage } from "../../../../i18n/languages.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { type InsertDialogProps, InsertForm, WordsField } from "../inserts/insert-form.tsx";
import { assetAddress, writtenLink } from "../inserts/written-markdown.ts";
import { ShownFile } from "../shown-file.tsx";
import { AssetChooser, useAssetUpload } from "./asset-chooser.tsx";
import { useAssets } from "./media-calls.ts";

/** A sheet to download, in the language of the text: one from this machine, or one that the product has. */
export const SheetDialog = (props: InsertDialogProps) => {
  const { product, language, words: selected, onInsert, onClose } = props;
  const text = useText();
  const upload = useAssetUpload(product, "sheet");
  const [found, isFailed, load] = useAssets(product, "sheet");
  const [name, setName] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [words, setWords] = useState(selected);
  /** The name of the one that was sent, which has no words yet. */
  const [sentName, setSentName] = useState("");
  const choose = (chosen: string, sent: File | null) => {
    setName(chosen);
    setFile(sent);
    if (!sent) return;
    setSentName(chosen);
    void load();
  };
  return (
    <InsertForm
      title={text("staff-media.insert-sheet")}
      focus={sentName && "words"}
      isReady={name !== "" && words.trim() !== ""}
      onSubmit={() => onInsert(writtenLink(words, `asset:${assetAddress(name)}`))}
      onClose={onClose}
    >
      <p>{text("staff-media.sheet-language", { language: nameOfLanguage(language) })}</p>
      {isFailed ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
      <AssetChooser
        kind="sheet"
        upload={upload}
        assets={found?.assets ?? []}
        value={name}
        onChange={choose}
      >
        {name === "" ? null : (
          <>
            <p role="status">
              {text("staff-media.chosen")} <bdi>{name}</bdi>
            </p>
            <ShownFile product={product} name={name} file={file} />
            <WordsField language={language} value={words} onChange={setWords} />
          </>
        )}
      </AssetChooser>
    </InsertForm>
  );
};
