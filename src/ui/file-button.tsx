import type { ChangeEvent, RefObject } from "react";
import styles from "./file-button.module.css";

interface FileButtonProps {
  label: string;
  /** The accepted file types, as in the `accept` attribute. */
  accept: string;
  multiple?: boolean;
  /** Opens the camera on the back of a phone in place of the file dialog. */
  camera?: boolean;
  /** Whether it is less important than other buttons beside it. */
  quiet?: boolean;
  disabled: boolean;
  /** The id of the element that describes which files may be chosen. */
  describedBy: string;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Called with one file or more. */
  onFiles: (files: File[]) => void;
}

/** A button that opens the system's file dialog. Phones offer their camera for photos. */
export const FileButton = (props: FileButtonProps) => {
  const { label, accept, multiple = false, quiet = false, disabled, describedBy } = props;
  const capture = props.camera ? "environment" : undefined;

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.currentTarget.files ?? [])];
    // Allows choosing the same file again after it was changed.
    event.currentTarget.value = "";
    if (chosen.length > 0) props.onFiles(chosen);
  };

  return (
    <label
      className={`button ${quiet ? "quiet " : ""}${styles.button}`}
      aria-disabled={disabled || undefined}
    >
      <span>{label}</span>
      <input
        ref={props.inputRef}
        type="file"
        multiple={multiple}
        accept={accept}
        capture={capture}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={onChange}
      />
    </label>
  );
};
