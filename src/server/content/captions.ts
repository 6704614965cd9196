import { isLanguage, LANGUAGES } from "../../domain/languages.ts";
import { sortByTime } from "../../domain/timed-texts.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { isAccepted } from "./media-type.ts";
import { didYouMean } from "./nearest-name.ts";
import type { ProblemList } from "./problem-list.ts";
import type { SchoolCaptions } from "./school.ts";
import { readSubRip } from "./sub-rip.ts";
import { readWebVtt } from "./web-vtt.ts";

const READERS = { vtt: readWebVtt, srt: readSubRip } as const;

const NAME =
  /^(?:(?<video>.+?)(?<chapters>\.chapters)?\.)?(?<language>[^./]+)\.(?<format>vtt|srt)$/;

const withoutExtension = (name: string): string => name.replace(/\.[^.]*$/, "");

/**
 * Reads the files with captions and chapters next to a product's videos, such as `pin.he.vtt` and
 * `pin.chapters.he.vtt` for `pin.mp4`.
 */
export const readCaptions = async (
  folder: AuthorFolder,
  problems: ProblemList,
  product: string,
): Promise<{ captions: SchoolCaptions[]; chapters: SchoolCaptions[] }> => {
  const directory = `${product}/assets`;
  const names = await folder.names(directory);
  const videos = Map.groupBy(
    names.filter((name) => isAccepted(name, "video")),
    withoutExtension,
  );
  const captions: SchoolCaptions[] = [];
  const ofChapters: SchoolCaptions[] = [];
  const files = new Map<string, string>();
  for (const name of names) {
    const { video = "", chapters, language = "", format } = NAME.exec(name)?.groups ?? {};
    if (!format) continue;
    const path = `${directory}/${name}`;
    const report = problems.in(path);
    if (!isLanguage(language)) {
      report(
        1,
        `Captions are named VIDEO.LANGUAGE.${format}; the languages are ${LANGUAGES.join(", ")}.`,
      );
      continue;
    }
    const assets = videos.get(video);
    if (assets === undefined) {
      const near = didYouMean(video, videos.keys()) || ".";
      report(1, `There is no video "${video}" beside these captions${near}`);
      continue;
    }
    const other = files.get(withoutExtension(name));
    if (other) report(1, `The captions in ${language} are already in ${other}.`);
    files.set(withoutExtension(name), name);
    const text = await folder.text(path, report);
    if (text === null) continue;
    const texts = sortByTime(READERS[format as keyof typeof READERS](text, report));
    const list = chapters ? ofChapters : captions;
    for (const asset of assets) list.push({ product, asset, language, texts });
  }
  return { captions, chapters: ofChapters };
};
