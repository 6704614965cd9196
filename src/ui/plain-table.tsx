import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A heading, with the style of its column. That of a column with buttons is empty. */
type Heading = string | readonly [name: string, className: string | undefined];

interface PlainTableProps {
  /** What the table is called, for screen readers; absent: a heading before it says it. */
  caption?: string;
  headings: readonly Heading[];
  className?: string | undefined;
  /** Its `tbody` elements. */
  children: ReactNode;
}

/** A table that neither sorts nor chooses its rows. */
export const PlainTable = ({ caption, headings, className, children }: PlainTableProps) => (
  <table className={className ? `${styles.table} ${className}` : styles.table}>
    {caption === undefined ? null : <caption className="unseen">{caption}</caption>}
    <thead>
      <tr>
        {headings.map((heading) => {
          const [name, style] = typeof heading === "string" ? [heading] : heading;
          return name === "" ? (
            <td key={name} />
          ) : (
            <th key={name} scope="col" className={style}>
              {name}
            </th>
          );
        })}
      </tr>
    </thead>
    {children}
  </table>
);
