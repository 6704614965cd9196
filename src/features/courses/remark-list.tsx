import { Link } from "wouter";
import { useRemarkWords } from "../../app-context/remark-words.ts";
import {
  entriesAddress,
  publicPageAddress,
  STAFF_SCHOOL,
  textAddress,
  treeAddress,
} from "../../app-context/staff-links.ts";
import type { Remark } from "../../contract/remark.ts";
import { fieldWords } from "../../domain/remark-words.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./content.module.css";
import { More, useLanguageName } from "./content-words.tsx";

/** Where a remark leads; null for one about a file that no form edits. */
const remarkAddress = ({ file, place }: Remark): string | null => {
  const { product, lesson, instruction, chapter, course, field, entry } = place;
  if (entry) return entriesAddress(entry, place.at ?? undefined);
  if (lesson || instruction) return textAddress(file);
  if (course && field.startsWith("public")) return publicPageAddress(product, course, place.name);
  if (product)
    return field || file.endsWith(".yaml")
      ? treeAddress(product, { chapter, course, field })
      : null;
  return file === "school.yaml" ? STAFF_SCHOOL : null;
};

const RemarkItem = ({ remark }: { remark: Remark }) => {
  const text = useText();
  const languageName = useLanguageName();
  const wordsOf = useRemarkWords();
  const { file, place } = remark;
  const language = place.language ? languageName(place.language) : "";
  const field = fieldWords(text, place.field);
  const label = [place.name || place.lesson || place.instruction, field, language]
    .filter(Boolean)
    .join(" · ");
  const address = remarkAddress(remark);
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
