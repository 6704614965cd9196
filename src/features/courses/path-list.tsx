import { useText } from "../../i18n/use-text.ts";
import styles from "./content.module.css";

/** A longer list helps nobody. */
const MAX_SHOWN = 100;

/** The files that a message is about. */
export const PathList = ({ paths }: { paths: readonly string[] }) => {
  const text = useText();
  if (paths.length === 0) return null;
  return (
    <>
      <ul>
        {paths.slice(0, MAX_SHOWN).map((path) => (
          <li key={path}>
            <bdi className={styles.path}>{path}</bdi>
          </li>
        ))}
      </ul>
      {paths.length > MAX_SHOWN ? (
        <p>{text("staff-content.more", { count: paths.length - MAX_SHOWN })}</p>
      ) : null}
    </>
  );
};
