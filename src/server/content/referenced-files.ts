import { authorForms } from "../../domain/film-forms.ts";
import { mediaTypeOf } from "../../domain/media-type.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { filmProblem, readFilmFacts } from "../pictures/films/film-facts.ts";
import { fileFingerprint } from "../store/file-checksum.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { DRAWN_FOLDER } from "./drawn-figures.ts";
import { type AcceptedType, acceptedExtensions, isAccepted } from "./media-type.ts";
import { didYouMean, markOf, type ProblemList, type Say, unknownTarget } from "./problem-list.ts";
import type { SchoolFile } from "./school.ts";
import type { YamlField } from "./yaml-field.ts";

/** A disk reads many small files faster together. */
const PARALLEL_READS = 8;

/** A directory of files and the set of files that the content refers to. */
export interface ReferencedFiles {
  /** Records a reference to a file. Reports an invalid name or a missing file. */
  take(name: string, accepted: AcceptedType, say: Say): void;
  /** The referenced files with their fingerprints, by name. */
  files(): Promise<SchoolFile[]>;
}

const WORDS: Record<SchoolFile["kind"], string> = {
  asset: "asset",
  icon: "icon",
  assignment: "assignment file",
  glossary: "glossary picture",
};

/** The reason why a name is not a safe relative path; null when it is one. */
export const fileNameProblem = (name: string): string | null => {
  const segments = name.split("/");
  const climbs = segments.includes("..") || name.startsWith("/") || /^[a-z]:/i.test(name);
  if (climbs || name.includes("\\")) {
    return `"${name}" leads out of its folder: write the path inside the folder, joined by "/".`;
  }
  const odd = segments.some((segment) => segment === "" || segment.startsWith("."));
  if (odd || /\p{Cc}/u.test(name)) return `${JSON.stringify(name)} is not a file name.`;
  return null;
};

/** Records the file that a field names. @returns its name; null if there is none */
export const takeNamed = (
  field: YamlField | null | undefined,
  files: Pick<ReferencedFiles, "take">,
  accepted: AcceptedType,
): string | null => {
  const name = field?.reference() ?? null;
  if (field && name !== null) files.take(name, accepted, field.say);
  return name;
};

/** @param directory relative to the school's folder, such as `PM/assets` */
export const openReferencedFiles = async (
  folder: AuthorFolder,
  problems: ProblemList,
  place: { kind: SchoolFile["kind"]; product: string | null; directory: string },
): Promise<ReferencedFiles> => {
  const names = new Set(await folder.names(place.directory));
  const forms = authorForms([...names].filter((name) => isAccepted(name, "video")));
  const taken = new Set<string>();
  const downloads = new Set<string>();

  const wrong = (name: string, accepted: AcceptedType): Parameters<Say> | null => {
    const misnamed = markOf("file/misnamed", name);
    const badName = fileNameProblem(name);
    if (badName !== null) return [badName, misnamed];
    if (place.kind === "asset" && name.startsWith(DRAWN_FOLDER)) {
      const message = `"${DRAWN_FOLDER}" is where figures of drafts go: name one as draft:BLOCK/FIGURE.`;
      return [message, misnamed];
    }
    if (!isAccepted(name, accepted)) {
      const message = `"${name}" is not allowed here: this takes files ending in ${acceptedExtensions(accepted)}.`;
      return [message, markOf("file/wrong", name)];
    }
    if (names.has(name)) return null;
    const message = `There is no ${WORDS[place.kind]} "${name}" in ${place.directory}/${didYouMean(name, names) || "."}`;
    return [message, { ...unknownTarget(place.kind, name, names), code: "file/missing" }];
  };

  return {
    take: (name, accepted, say) => {
      const problem = wrong(name, accepted);
      if (problem !== null) return say(...problem);
      taken.add(name);
      if (accepted === "any") downloads.add(name);
      // The smaller forms of a film belong to it.
      if (accepted === "video") for (const { title } of forms.get(name) ?? []) taken.add(title);
    },
    files: async () => {
      const files: SchoolFile[] = [];
      await inParallel(taken, PARALLEL_READS, async (title) => {
        const path = `${place.directory}/${title}`;
        const report = problems.in(path);
        const source = folder.locate(path);
        const print = folder.known(path) ?? (await fileFingerprint(source).catch(() => null));
        if (!print || print.size === 0) {
          const message = print ? "This file is empty." : "This file cannot be read.";
          report(1, message, markOf("file/wrong", title));
          return;
        }
        const type = mediaTypeOf(title) ?? "application/octet-stream";
        const film = type.startsWith("video/") ? await readFilmFacts(source) : undefined;
        const problem = film === undefined ? null : filmProblem(film);
        if (problem !== null) report(1, problem, { code: "film/odd" });
        const { kind, product } = place;
        const { checksum, size } = print;
        const file: SchoolFile = { kind, product, title, source, type, size, checksum };
        files.push(downloads.has(title) ? { ...file, isDownload: true } : file);
      });
      return files.sort((a, b) => (a.title < b.title ? -1 : 1));
    },
  };
};
