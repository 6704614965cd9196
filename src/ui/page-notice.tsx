import type { ReactNode } from "react";
import styles from "./page-notice.module.css";

interface PageNoticeProps {
  /** The accessible name of the region. */
  label: string;
  /** A paragraph, and its progress bar or buttons. */
  children: ReactNode;
}

/** A banner across the page, above the screen. */
export const PageNotice = ({ label, children }: PageNoticeProps) => (
  <aside className={styles.notice} aria-label={label}>
    <div className={`wrap ${styles.row}`}>{children}</div>
  </aside>
);
