import { type ReactNode, useId } from "react";

export interface FoldProps {
  heading: string;
  /** Whether it is open at first. */
  open?: boolean;
  children: ReactNode;
}

/** A section that is folded to its heading until it is opened. */
export const Fold = ({ heading, open, children }: FoldProps) => {
  const id = useId();
  return (
    <section className="sheet fold" aria-labelledby={id}>
      <details open={open}>
        <summary>
          <h2 id={id}>{heading}</h2>
        </summary>
        {children}
      </details>
    </section>
  );
};
