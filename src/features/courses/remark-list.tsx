import { Link } from "wouter";
import { fieldWords, useRemarkWords } from "../../app-context/remark-words.ts";
import {
  entriesAddress,
  publicPageAddress,
  STAFF_SCHOOL,
  textAddress,
  treeAddress,
} from "../../app-context/staff-links.ts";
import type { Remark } from "../../contract/remark.ts";
import { sourceTextPath } from "../../domain/source-text.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./content.module.css";
import { More, useLanguageName } from "./content-words.tsx";

/**
 * Where a remark leads; null for one about a file that no form edits.
 * @param first the school's first language
 */
const remarkAddress = ({ file, place }: Remark, first: string): string | null => {
  const { product, lesson, instruction, chapter, course, field, entry } = place;
  if (entry) return entriesAddress(entry, place.at ?? undefined);
  if (lesson || instruction) {
    const at = { product, key: lesson || instruction, language: "" } as const;
    const text = sourceTextPath(
      { kind: lesson ? "lesson" : "instruction", ...at },
      place.language || first,
      first,
    );
    return textAddress(text);
  }
  if (course && field.startsWith("public")) return publicPageAddress(product, course, place.name);
  if (product)
    return field || file.endsWith(".yaml")
      ? treeAddress(product, { chapter, course, field })
      : null;
  return file === "school.yaml" ? STAFF_SCHOOL : null;
};

/** One remark: what it is about, which leads there, and what is the matter. */
const RemarkItem = ({ remark }: { remark: Remark }) => {
  const text = useText();
  const languageName = useLanguageName();
  const wordsOf = useRemarkWords();
  const [, first = ""] = useReads();
  const { file, place } = remark;
  const language = place.language ? languageName(place.language) : "";
  const field = fieldWords(text, place.field);
  const label = [place.name || place.lesson || place.instruction, field, language]
    .filter(Boolean)
    .join(" · ");
  const address = remarkAddress(remark, first);
  const shown = label || (file === "." ? "" : file);
  return (
    <li>
      {address && shown ? (
        <Link href={address}>
          <bdi>{shown}</bdi>
        </Link>
      ) : (
        <bdi className={styles.path}>{shown}</bdi>
      )}
      {shown ? ": " : null}
      {wordsOf(remark, place.language)}
    </li>
  );
};

interface RemarkListProps {
  /** What the list is called. */
  name: string;
  remarks: readonly Remark[];
  /** How many there are; the list may end earlier. */
  count: number;
}

/** The remarks of a check in words of the forms, each with the way to its field. */
export const RemarkList = ({ name, remarks, count }: RemarkListProps) => (
  <>
    <ul className={styles.remarks} aria-label={name}>
      {remarks.map((remark) => (
        <RemarkItem key={`${remark.file} ${remark.line} ${remark.message}`} remark={remark} />
      ))}
    </ul>
    <More count={count - remarks.length} />
  </>
);
