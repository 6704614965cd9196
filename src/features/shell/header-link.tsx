import { Link } from "wouter";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./header-link.module.css";

/** A screen that stands in the header by itself. */
export const HeaderLink = ({ text: id, path }: { text: MessageId; path: string }) => {
  const text = useText();
  return (
    <Link className={styles.link} href={path}>
      {text(id)}
    </Link>
  );
};
