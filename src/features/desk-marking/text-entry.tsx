import { useId, useLayoutEffect, useRef, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import type { Offset } from "../../ui/zoom-view.ts";
import styles from "./marking.module.css";

interface TextEntryProps {
  /** Where its first line begins in the frame. */
  place: Offset;
  maxLength: number;
  label: string;
  /** Called with what was written; empty if the person gives up. */
  onDone: (text: string) => void;
}

/** The field for words at a point of the page, at their place. */
export const TextEntry = ({ place, maxLength, label, onDone }: TextEntryProps) => {
  const text = useText();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState("");
  const isOver = useRef(false);

  const finish = (text: string) => {
    // Leaving the field because it is removed is no second answer.
    if (isOver.current) return;
    isOver.current = true;
    onDone(text);
  };

  // A layout effect: letters that are typed at once are for the field, not for the keys of the desk.
  useLayoutEffect(() => field.current?.focus(), []);

  return (
    <div
      className={styles.entry}
      style={{
        left: `clamp(0px, ${place.x}px, 100% - 14rem)`,
        top: `clamp(0px, ${place.y}px, 100% - 6rem)`,
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        aria-describedby={id}
        dir="auto"
        rows={2}
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => finish(typed)}
        onPointerDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") finish("");
          // Enter also chooses a word of a keyboard that composes.
          else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            finish(typed);
          }
        }}
      />
      <p id={id}>{text("marking.text-help")}</p>
    </div>
  );
};
