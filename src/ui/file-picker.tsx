import { useId, useRef, useState } from "react";
import { FileButton } from "./file-button.tsx";
import styles from "./file-picker.module.css";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { useObjectUrl } from "./use-object-url.ts";

const SHEET = "M6 3h8l4 4v14H6zM14 3v4h4";
const CROSS = "M6 6l12 12M18 6 6 18";

export interface PickedFile {
  readonly id: number;
  readonly name: string;
  readonly file: Blob;
  readonly kind: string;
  /** As the person chose it; another one than `file` if that was made of it. */
  readonly chosen: Blob;
  /** Whether `file` is still being made. */
  readonly making?: boolean;
}

interface FilePickerTexts {
  choose: string;
  /** The button that opens the camera; absent: there is none. */
  camera?: string;
  /** Describes which files may be chosen. */
  hint: string;
  /** The accessible name of the file list. */
  chosen: string;
  size: (bytes: number) => string;
  open: (name: string) => string;
  remove: (name: string) => string;
  making: string;
  /** Says how much smaller a photo has become, with both sizes in bytes. */
  made: (bytes: number, smaller: number) => string;
}

interface FilePickerProps {
  files: readonly PickedFile[];
  /** Chosen files that cannot be sent, with the reason. */
  refusals: readonly { readonly id: number; readonly name: string; readonly why: string }[];
  /** The accepted file types, as in the `accept` attribute. */
  accept: string;
  disabled?: boolean;
  texts: FilePickerTexts;
  onAdd: (files: File[]) => void;
  onRemove: (id: number) => void;
}

/** Whether a finger is the main pointer, as on phones and tablets, which have a camera. */
const isTouchDevice = (): boolean => matchMedia("(pointer: coarse)").matches;

/** Chooses files to send, and shows them before sending. Phones open their camera directly. */
export const FilePicker = (props: FilePickerProps) => {
  const { files, refusals, texts, disabled = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  return (
    <div>
      <p className={styles.choose}>
        <FileButton
          quiet
          multiple
          label={texts.choose}
          accept={props.accept}
          disabled={disabled}
          describedBy={id}
          inputRef={input}
          onFiles={props.onAdd}
        />
        {texts.camera && isTouchDevice() ? (
          <FileButton
            quiet
            camera
            label={texts.camera}
            accept="image/*"
            disabled={disabled}
            describedBy={id}
            onFiles={props.onAdd}
          />
        ) : null}
        <small id={id}>{texts.hint}</small>
      </p>
      {refusals.map((refusal) => (
        <p key={refusal.id} role="alert" className={styles.refusal}>
          <bdi>{refusal.name}</bdi>: <span>{refusal.why}</span>
        </p>
      ))}
      {files.length > 0 ? (
        <ul className={styles.files} aria-label={texts.chosen}>
          {files.map((file) => (
            <Picked
              key={file.id}
              picked={file}
              texts={texts}
              disabled={disabled}
              onRemove={() => {
                input.current?.focus();
                props.onRemove(file.id);
              }}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
};

interface PickedProps {
  picked: PickedFile;
  texts: FilePickerTexts;
  disabled: boolean;
  onRemove: () => void;
}

const Picked = ({ picked, texts, disabled, onRemove }: PickedProps) => {
  const { name, file, kind, chosen, making = false } = picked;
  const url = useObjectUrl(file);
  const [open, setOpen] = useState(false);
  // Not every browser can decode every photo, for example HEIC.
  const [unreadable, setUnreadable] = useState(false);
  return (
    <li className={styles.file}>
      {kind === "pdf" || unreadable ? (
        // A PDF opens in the browser's own viewer.
        <a
          className={styles.preview}
          href={url ?? undefined}
          target="_blank"
          rel="noopener"
          aria-label={texts.open(name)}
        >
          <Icon path={SHEET} />
        </a>
      ) : (
        <button
          type="button"
          className={styles.preview}
          aria-label={texts.open(name)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {url ? <img src={url} alt="" onError={() => setUnreadable(true)} /> : null}
        </button>
      )}
      <p>
        <bdi>{name}</bdi>
        {/* It is there from the beginning, so that its change is announced. */}
        <small aria-live="polite">
          {making ? texts.making : null}
          {making || file === chosen ? null : texts.made(chosen.size, file.size)}
          {making || file !== chosen ? null : <bdi>{texts.size(file.size)}</bdi>}
        </small>
      </p>
      <IconButton label={texts.remove(name)} disabled={disabled} onClick={onRemove} path={CROSS} />
      {open && url && !unreadable ? <img className={styles.large} src={url} alt={name} /> : null}
    </li>
  );
};
