import { isLanguage, LANGUAGES } from "../../domain/languages.ts";
import { sortByTime } from "../../domain/timed-texts.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { isAccepted } from "./media-type.ts";
import { didYouMean } from "./nearest-name.ts";
import type { ProblemList } from "./problem-list.ts";
import type { SchoolCaptions } from "./school.ts";
import { readWebVtt } from "./web-vtt.ts";

const withoutExtension = (name: string): string => name.replace(/\.[^.]*$/, "");

/** Reads the caption files next to a product's videos, such as `pin.he.vtt` for `pin.mp4`. */
export const readCaptions = async (
  folder: AuthorFolder,
  problems: ProblemList,
  product: string,
): Promise<SchoolCaptions[]> => {
  const directory = `${product}/assets`;
  const names = await folder.names(directory);
  const videos = new Map(
    names.filter((name) => isAccepted(name, "video")).map((name) => [withoutExtension(name), name]),
  );
  const captions: SchoolCaptions[] = [];
  for (const name of names.filter((each) => each.endsWith(".vtt"))) {
    const path = `${directory}/${name}`;
    const report = problems.in(path);
    const [, video = "", language = ""] = /^(.+)\.([^./]+)\.vtt$/.exec(name) ?? [];
    if (!isLanguage(language)) {
      report(
        1,
        `Captions are named VIDEO.LANGUAGE.vtt; the languages are ${LANGUAGES.join(", ")}.`,
      );
      continue;
    }
    const asset = videos.get(video);
    if (asset === undefined) {
      const near = didYouMean(video, videos.keys()) || ".";
      report(1, `There is no video "${video}" beside these captions${near}`);
      continue;
    }
    const text = await folder.text(path, report);
    if (text === null) continue;
    captions.push({ product, asset, language, texts: sortByTime(readWebVtt(text, report)) });
  }
  return captions;
};
