import { type ReactNode, useId } from "react";

interface FoldProps {
  heading: string;
  /** Whether it is open at first. */
  open?: boolean;
  /** Called when it is opened or closed. */
  onToggle?: (() => void) | undefined;
  children: ReactNode;
}

/** A section that is folded to its heading until it is opened. */
export const Fold = ({ heading, open, onToggle, children }: FoldProps) => {
  const id = useId();
  return (
    <section className="sheet fold" aria-labelledby={id}>
      <details open={open} onToggle={onToggle}>
        <summary>
          <h2 id={id}>{heading}</h2>
        </summary>
        {children}
      </details>
    </section>
  );
};
