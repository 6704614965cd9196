import { useEffect, useRef } from "react";
import { useText } from "../../i18n/use-text.ts";
import styles from "./uploads-list.module.css";

/** Marks what is new. @param onSeen called when it comes into view */
export const NewBadge = ({ onSeen }: { onSeen: () => void }) => {
  const text = useText();
  const badge = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes into view once
  useEffect(() => {
    if (!badge.current) return;
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      onSeen();
    });
    observer.observe(badge.current);
    return () => observer.disconnect();
  }, []);

  return (
    <mark ref={badge} className={styles.new}>
      {text("assignments.new")}
    </mark>
  );
};
