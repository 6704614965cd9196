import type { ReactNode } from "react";

interface EmptyProps {
  /** Says that there is nothing yet. */
  what: string;
  /** What will be there, and what to do first. */
  hint: string;
  /** Links or buttons that do it. */
  children?: ReactNode;
}

/** Shown in place of a list without entries. */
export const Empty = ({ what, hint, children }: EmptyProps) => (
  <div className="empty">
    <p>
      <strong>{what}</strong>
    </p>
    <p>{hint}</p>
    {children ? <p>{children}</p> : null}
  </div>
);
