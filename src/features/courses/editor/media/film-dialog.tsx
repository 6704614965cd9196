import { useState } from "react";
import { useApp } from "../../../../app-context/use-app.ts";
import {
  FILM_SITE_NAMES,
  outsideFilmAddress,
  outsideFilmOf,
} from "../../../../domain/outside-film.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { Field } from "../../../../ui/field.tsx";
import { type InsertDialogProps, InsertForm, WordsField } from "../inserts/insert-form.tsx";
import { assetAddress, writtenLink, writtenPicture } from "../inserts/written-markdown.ts";
import { sendPicture } from "../send-picture.ts";
import { AssetChooser, useAssetUpload } from "./asset-chooser.tsx";
import { FilmTexts } from "./film-texts.tsx";
import styles from "./media.module.css";
import { useAssets, useFilmAddress } from "./media-calls.ts";

/** Lessons show films no wider. */
const MAX_WIDTH = 960;
/** The first pictures of a film are often black. */
const AT_SECONDS = 1;
/** A film that this browser cannot play gives no picture. */
const LONGEST_MS = 5000;

const arrived = (target: EventTarget, type: string): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (event?: Event) => {
      clearTimeout(timer);
      resolve(event?.type === type);
    };
    const timer = setTimeout(end, LONGEST_MS);
    for (const each of [type, "error"]) target.addEventListener(each, end, { once: true });
  });

/**
 * The picture that is seen before a film plays: one from near its beginning.
 * @param address of the film on this machine
 * @returns null if the browser cannot play it
 */
const posterOf = async (address: string, name: string): Promise<File | null> => {
  const video = Object.assign(document.createElement("video"), { muted: true, preload: "auto" });
  const isLoaded = arrived(video, "loadeddata");
  video.src = address;
  try {
    if (!(await isLoaded) || video.videoWidth === 0) return null;
    const isThere = arrived(video, "seeked");
    video.currentTime = Math.min(AT_SECONDS, video.duration / 10 || 0);
    if (!(await isThere)) return null;
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    const canvas = Object.assign(document.createElement("canvas"), {
      width: Math.round(video.videoWidth * scale),
      height: Math.round(video.videoHeight * scale),
    });
    canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
    const bytes = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", 0.8),
    );
    const stem = name.replace(/\.[^.]*$/, "");
    return bytes && new File([bytes], `${stem}.jpg`, { type: "image/jpeg" });
  } finally {
    video.removeAttribute("src");
    video.load();
  }
};

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
    <WordsField
      label={text("staff-media.film-words")}
      {...{ language, value: words, onChange: setWords }}
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
