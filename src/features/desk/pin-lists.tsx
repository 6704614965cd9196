import type { Pin, Upload } from "../../contract/assignments.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./answer-form.module.css";

export interface PinListsProps {
  files: Upload["files"];
  pinsOf: (at: number) => readonly Pin[];
}

/** The comments that are pinned to files, with their numbers. */
export const PinLists = ({ files, pinsOf }: PinListsProps) => {
  const text = useText();
  return files.map(({ name }, at) => {
    const pins = pinsOf(at);
    return pins.length > 0 ? (
      <div key={name} className={styles.pins}>
        <p>{text("desk.pins", { name })}</p>
        <ol>
          {pins.map((pin, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pin is identified by its number
            <li key={number}>
              <span dir="auto">{pin.text}</span>
            </li>
          ))}
        </ol>
      </div>
    ) : null;
  });
};
