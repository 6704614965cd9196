import { useEffect, useId, useState } from "react";
import { useApp } from "../../../app-context/use-app.ts";
import { matchFailure } from "../../../core/match-failure.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { useBusy } from "../../../ui/use-busy.ts";
import { fetchPicture } from "../editor/editor-calls.ts";
import { pictureMessages, sendPicture } from "../editor/send-picture.ts";
import styles from "./public-page.module.css";

interface PagePictureProps {
  product: string;
  /** Its name in the folder; empty: there is none. */
  name: string;
  error: string | undefined;
  onName: (name: string) => void;
}

/** The picture of a public page: shown, chosen, removed. */
export const PagePicture = ({ product, name, error, onName }: PagePictureProps) => {
  const text = useText();
  const id = useId();
  const { send, sendForBytes } = useApp().transport;
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, whileBusy] = useBusy();

  useEffect(() => {
    setAddress(null);
    if (name === "") return;
    let made: string | null = null;
    let isCurrent = true;
    void fetchPicture(sendForBytes, product, name).then((found) => {
      if (!isCurrent) return;
      made = found;
      setAddress(found);
    });
    return () => {
      isCurrent = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [sendForBytes, product, name]);

  const choose = (file: File | undefined) =>
    whileBusy(async () => {
      if (!file) return;
      setProblem(null);
      const sent = await sendPicture(send, product, file);
      if (sent.ok) onName(sent.value);
      else setProblem(text(matchFailure(sent.failure, pictureMessages)));
    });

  return (
    <fieldset className={styles.group}>
      <legend>{text("staff-public.picture")}</legend>
      {address ? <img className={styles.picture} src={address} alt={name} /> : null}
      <p className={styles.acts}>
        <FileButton
          label={text("staff-public.choose-picture")}
          accept="image/jpeg,image/png,image/webp,image/svg+xml"
          quiet
          disabled={isBusy}
          describedBy={id}
          onFiles={([file]) => void choose(file)}
        />
        {name ? (
          <Button quiet onClick={() => onName("")}>
            {text("staff-public.remove-picture")}
          </Button>
        ) : null}
      </p>
      <p id={id} className={styles.soft}>
        {text("staff-public.picture-note")}
      </p>
      <p role="alert" className={styles.word}>
        {problem ?? error ?? ""}
      </p>
    </fieldset>
  );
};
