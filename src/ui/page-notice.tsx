import type { ReactNode } from "react";
import styles from "./page-notice.module.css";

export interface PageNoticeProps {
  /** What it is about. */
  label: string;
  /** A paragraph, and what belongs to it: progress, buttons. */
  children: ReactNode;
}

/** A strip across the page, above its screen. */
export const PageNotice = ({ label, children }: PageNoticeProps) => (
  <aside className={styles.notice} aria-label={label}>
    <div className={`wrap ${styles.row}`}>{children}</div>
  </aside>
);
