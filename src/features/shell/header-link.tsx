import { Link } from "wouter";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "../../ui/header-link.module.css";
import { Icon } from "../../ui/icon.tsx";

/** An icon: an arrow into a tray. */
const INTO = "M12 3v11m-5-4 5 5 5-5M4 15v5h16v-5";

/** A link in the header beside the menus. Small screens show its icon only. */
export const HeaderLink = ({ text: id, path }: { text: MessageId; path: string }) => {
  const text = useText();
  return (
    <Link className={styles.link} href={path}>
      <Icon path={INTO} />
      <span className={styles.word}>{text(id)}</span>
    </Link>
  );
};
