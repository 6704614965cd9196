import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useText } from "../i18n/use-text.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { CROSS } from "../ui/icon-paths.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  title: ReactNode;
  /** Identifies the content, if the title does not. The title gets the focus on opening and when this changes. */
  about?: string;
  /** Called when the person closes it: by its button, by Escape, or by a click outside. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. It opens on mount; on unmount the focus returns to the element that had it. */
export const Dialog = ({ title, about = String(title), onClose, children }: DialogProps) => {
  const text = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedOutside = useRef(false);
  const isOpen = useRef(true);
  // Calls back at once. The browser's `close` event comes later, when another dialog may be open.
  const close = () => {
    if (!isOpen.current) return;
    isOpen.current = false;
    dialog.current?.close();
    onClose();
  };

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      isOpen.current = false;
      // Closed before it is removed from the page, so that the browser returns the focus.
      element?.close();
    };
  }, []);

  // A layout effect, because later the person may have moved the focus already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the content changes
  useLayoutEffect(() => heading.current?.focus(), [about]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it by Escape and its button
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // A cancelled file input inside the dialog fires the same event.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onClose={close}
      // A press inside that ends outside, as when selecting text, does not close it.
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && pressedOutside.current) close();
      }}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {title}
          </h2>
          <IconButton label={text("dialog.close")} onClick={close} path={CROSS} />
        </header>
        {children}
      </div>
    </dialog>
  );
};
