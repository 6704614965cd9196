import { chunks } from "../../../lib/chunks.ts";
import type { Services } from "../../services.ts";
import { type ExchangedFiles, exchangedFiles } from "../exchange-original.ts";
import type { SourceChange } from "../source/change-draft.ts";
import { encodeText } from "./decode-text.ts";
import { readInThread } from "./reading-thread.ts";
import type { FileWork, Tree } from "./tree/plan.ts";
import { openTreeText, preparePlan } from "./tree/write-tree.ts";

const AT_ONCE = 20;

type Opened = Pick<Services, "database" | "store"> & Pick<Tree, "files">;

/** A file for which the texts cannot be exchanged: another text has its place, or it cannot be read. */
interface Obstacle {
  readonly name: string;
  readonly code: "file/misnamed" | "file/wrong";
}

const workOf = async (
  { store, files }: Opened,
  exchanged: readonly ExchangedFiles[],
): Promise<FileWork[] | Obstacle> => {
  const work: FileWork[] = [];
  for (const some of chunks(exchanged, AT_ONCE)) {
    const open = (path: string) => openTreeText(store, { files }, path);
    const originals = await Promise.all(some.map(({ original }) => open(original)));
    const translations = await Promise.all(
      some.map(async ({ translation }) => (translation ? (await open(translation)).text : null)),
    );
    const pairs = originals.map(({ text }, at): [string, string | null] => [
      text,
      translations[at] ?? null,
    ]);
    const written = await readInThread("exchangeOriginals", pairs);
    for (const [at, { original, former, translation }] of some.entries()) {
      const [texts, before] = [written?.[at], originals[at]];
      if (!texts || !before) return { name: original, code: "file/wrong" };
      const bytes = (text: string) => encodeText(text, before).toString();
      work.push({ path: original, text: bytes(texts.original) });
      work.push({ path: former, text: bytes(texts.former) });
      if (translation) work.push({ path: translation, removed: true });
    }
  }
  return work;
};

/**
 * Plans that the texts of a folder are written in another first language: those in it take the place of the originals,
 * which become translations.
 * @returns the changes, or what is in the way
 * @throws HttpProblem, SourceConflict
 */
export const exchangeFirstLanguage = async (
  opened: Opened,
  languages: { readonly from: string; readonly to: string },
): Promise<SourceChange[] | Obstacle> => {
  const { database, store, files } = opened;
  const exchanged = exchangedFiles(files.keys(), languages);
  const taken = exchanged.find(({ former }) => files.has(former));
  if (taken) return { name: taken.former, code: "file/misnamed" };
  const work = await workOf(opened, exchanged);
  if ("code" in work) return work;
  return preparePlan({ database, store }, { files }, { work });
};
