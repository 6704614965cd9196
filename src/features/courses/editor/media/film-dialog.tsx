import { useState } from "react";
import { useApp } from "../../../../app-context/use-app.ts";
import {
  FILM_SITE_NAMES,
  outsideFilmAddress,
  outsideFilmOf,
} from "../../../../domain/outside-film.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { Field } from "../../../../ui/field.tsx";
import type { InsertDialogProps } from "../inserts/insert-dialog.ts";
import { InsertForm } from "../inserts/insert-form.tsx";
import { assetAddress, writtenLink, writtenPicture } from "../inserts/written-markdown.ts";
import { sendPicture } from "../send-picture.ts";
import { AssetChooser, useAssetUpload } from "./asset-chooser.tsx";
import { FilmTexts } from "./film-texts.tsx";
import styles from "./media.module.css";
import { useAssets, useFilmAddress } from "./media-calls.ts";
import { posterOf } from "./poster.ts";

/** A film: one from this machine or one that the product has, with captions and chapters; or one elsewhere. */
export const FilmDialog = (props: InsertDialogProps) => {
  const { product, language, words: selected, onInsert, onClose } = props;
  const text = useText();
  const { send } = useApp().transport;
  const upload = useAssetUpload(product, "film");
  const [found, isFailed, load] = useAssets(product, "film");
  const [name, setName] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [words, setWords] = useState(selected);
  /** The name of the one that was sent, which has no words yet. */
  const [sentName, setSentName] = useState("");
  const [elsewhere, setElsewhere] = useState("");
  const outside = outsideFilmOf(elsewhere.trim());
  const address = useFilmAddress(product, name, file);
  const film = found?.assets.find((each) => each.name === name);
  const choose = (chosen: string, sent: File | null) => {
    setName(chosen);
    setFile(sent);
    setElsewhere("");
    if (!sent) return;
    setSentName(chosen);
    void load();
  };
  const insert = async () => {
    if (outside) {
      onInsert(`\n\n${writtenLink(words, outsideFilmAddress(outside))}\n\n`);
      return;
    }
    const poster = file && address ? await posterOf(address, name) : null;
    const sent = poster ? await sendPicture(send, product, poster) : null;
    const picture = sent?.ok ? `?poster=${assetAddress(sent.value)}` : "";
    onInsert(`\n\n${writtenPicture(assetAddress(name) + picture, words, "")}\n\n`);
  };
  const wordsField = (
    <Field
      name="words"
      label={text("staff-media.film-words")}
      dir="auto"
      lang={language}
      value={words}
      onChange={(event) => setWords(event.currentTarget.value)}
    />
  );
  return (
    <InsertForm
      title={text("staff-media.insert-film")}
      focus={sentName && "words"}
      isReady={(name !== "" || outside !== null) && words.trim() !== ""}
      onSubmit={() => void insert()}
      onClose={onClose}
    >
      {isFailed ? <p role="alert">{text("desk-failure.not-fetched")}</p> : null}
      <AssetChooser
        kind="film"
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
            {address ? (
              // biome-ignore lint/a11y/useMediaCaption: they are added below
              <video className={styles.film} src={address} controls preload="metadata" />
            ) : null}
            {wordsField}
            <FilmTexts
              product={product}
              film={name}
              texts={film?.texts ?? []}
              languages={found?.languages ?? []}
              language={language}
              onChanged={() => void load()}
            />
          </>
        )}
      </AssetChooser>
      <Field
        label={text("staff-media.film-address")}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={elsewhere}
        error={
          elsewhere.trim() !== "" && !outside ? text("staff-media.film-address-wrong") : undefined
        }
        onChange={(event) => {
          setElsewhere(event.currentTarget.value);
          setName("");
          setFile(null);
        }}
      />
      {outside ? (
        <>
          {found && !found.filmSites.includes(outside.site) ? (
            <p role="status">
              {text("staff-media.film-not-allowed", { site: FILM_SITE_NAMES[outside.site] })}
            </p>
          ) : null}
          {wordsField}
        </>
      ) : null}
    </InsertForm>
  );
};
