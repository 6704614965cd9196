import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import styles from "./dialog.module.css";
import { CROSS, Icon } from "./icon.tsx";

export interface DialogProps {
  title: ReactNode;
  /** What it is about: reading begins at the title, and again when this changes. */
  about: string;
  closeLabel: string;
  /** Told once it is closed: by its button, by Escape, or by a press beside it. */
  onClose: () => void;
  children: ReactNode;
}

/** A sheet over the page. It opens as it appears; the focus then returns to where it was. */
export const Dialog = ({ title, about, closeLabel, onClose, children }: DialogProps) => {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedBeside = useRef(false);
  const isOpen = useRef(true);
  // Told at once: the browser's own event comes later, and could close a dialog opened meanwhile.
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
      // Closed while it still stands on the page, for then the focus returns.
      element?.close();
    };
  }, []);

  // At once: later it could take the focus from where somebody has moved it meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is about something else
  useLayoutEffect(() => heading.current?.focus(), [about]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys close it through Escape and its button
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file chooser within that is cancelled tells it in the same way.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onClose={close}
      // What is pressed inside and let go beside it, as when selecting text, leaves it open.
      onPointerDown={(event) => {
        pressedBeside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && pressedBeside.current) close();
      }}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={close}>
            <Icon path={CROSS} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
