import { diffLines } from "diff";
import type { Kysely } from "kysely";
import type { LineDifference } from "../../../contract/staff-editor.ts";
import type { Tables } from "../../db/schema.ts";
import {
  checksumIn,
  findDraft,
  publishedVersions,
  replacedDrafts,
  type SourceVersion,
} from "../source/source-rows.ts";

/** A version in which a text became another one. */
export interface ChangedText {
  readonly version: SourceVersion;
  /** Null where the text was removed. */
  readonly checksum: string | null;
}

/** The versions in which a text has changed, the drafts among them, the latest first. */
export const textHistory = async (db: Kysely<Tables>, path: string): Promise<ChangedText[]> => {
  const draft = await findDraft(db);
  const timeOf = ({ published, changed }: SourceVersion) => Number(published ?? changed);
  const earlierOnes = [...(await publishedVersions(db)), ...(await replacedDrafts(db))];
  const versions = [
    ...(draft ? [draft] : []),
    ...earlierOnes.toSorted((a, b) => timeOf(b) - timeOf(a)),
  ];
  const history: ChangedText[] = [];
  let earlier: string | null = null;
  for (const version of versions.toReversed()) {
    const checksum = await checksumIn(db, version.id, path);
    if (checksum !== earlier) history.push({ version, checksum });
    earlier = checksum;
  }
  return history.reverse();
};

/** How many lines around a change are shown. */
const CONTEXT = 3;
/** Comparing texts that have nothing in common takes no longer than this. */
const LONGEST_MS = 500;

const linesOf = (value: string): string[] => value.replace(/\n$/, "").split("\n");

/** The parts of a text that two versions have alike, without the lines far from any change. */
const shorten = (lines: string[], isFirst: boolean, isLast: boolean): string[] => {
  const before = isFirst ? 0 : CONTEXT;
  const after = isLast ? 0 : CONTEXT;
  if (lines.length <= before + after + 1) return lines;
  return [...lines.slice(0, before), "…", ...(after > 0 ? lines.slice(-after) : [])];
};

/** What has changed from one text to another, line by line. */
export const lineDifferences = (from: string, to: string): LineDifference[] => {
  const parts = diffLines(from, to, {
    timeout: LONGEST_MS,
  }) ?? [
    // Too much has changed to be compared.
    { removed: true, added: false, value: from },
    { removed: false, added: true, value: to },
  ];
  return parts
    .filter(({ value }) => value !== "")
    .flatMap(({ added, removed, value }, at, all): LineDifference[] => {
      if (added) return linesOf(value).map((text) => ({ kind: "added", text }));
      if (removed) return linesOf(value).map((text) => ({ kind: "removed", text }));
      const shown = shorten(linesOf(value), at === 0, at === all.length - 1);
      return shown.map((text) => ({ kind: "same", text }));
    });
};
