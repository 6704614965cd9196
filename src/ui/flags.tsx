import styles from "./flags.module.css";

export interface Flag {
  readonly text: string;
  readonly tone?: "warning" | "good" | undefined;
}

/** What is out of the ordinary about something, in a word each; nothing if there is nothing. */
export const Flags = ({ flags }: { flags: readonly Flag[] }) =>
  flags.length === 0 ? null : (
    <span className={styles.flags}>
      {flags.map(({ text, tone }) => (
        <span key={text} data-tone={tone}>
          {text}
        </span>
      ))}
    </span>
  );
