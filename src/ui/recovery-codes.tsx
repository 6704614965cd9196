import { useEffect, useId, useRef } from "react";
import { CopyRow } from "./copy-row.tsx";
import styles from "./recovery-codes.module.css";

interface RecoveryCodesProps {
  codes: readonly string[];
  level: 2 | 3;
  /** Whose codes these are: printed with them. */
  school: string;
  texts: {
    heading: string;
    help: string;
    print: string;
    copy: string;
    copied: string;
    notCopied: string;
    kept: string;
  };
  /** The person says that they have them. */
  onKept: () => void;
}

/** Recovery codes, which are shown once: to print, to copy or to write down. Only they are printed. */
export const RecoveryCodes = ({ codes, level, school, texts, onKept }: RecoveryCodesProps) => {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const Heading = `h${level}` as const;
  useEffect(() => heading.current?.focus(), []);

  return (
    <section className={styles.codes} aria-labelledby={id}>
      <Heading ref={heading} id={id} tabIndex={-1}>
        {texts.heading}
      </Heading>
      <p className={styles.school}>{school}</p>
      <p>{texts.help}</p>
      <ul>
        {codes.map((code) => (
          <li key={code} dir="ltr">
            {code}
          </li>
        ))}
      </ul>
      <CopyRow text={codes.join("\n")} texts={texts}>
        <button type="button" className="button quiet" onClick={() => print()}>
          {texts.print}
        </button>
      </CopyRow>
      <button type="button" className="button" onClick={onKept}>
        {texts.kept}
      </button>
    </section>
  );
};
