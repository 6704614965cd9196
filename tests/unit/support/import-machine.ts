import { expect } from "vitest";
import { createContentImport } from "../../../src/offline/content-import/content-import.ts";
import { createMemoryFolder } from "../../../src/platform/memory/memory-desktop.ts";
import { contentFolder, fill, openContent } from "./content-folder.ts";

/** Content to import over the small course: other pictures, and one that is already stored. */
const NEW_FILES = {
  "assets/PM/dart.svg": { en: "<svg>dart</svg>", el: "<svg>νέα</svg>" },
  "assets/PM/sleeve.svg": { en: "<svg>sleeve</svg>" },
  "icons/PM/sleeve.svg": { en: "<svg>sleeve</svg>" },
  "assets/PM/film.mp4": { en: new Uint8Array(1_200_000).map((_, at) => at % 251) },
};

const theirs = contentFolder(NEW_FILES);

/** The same as a content folder, which a test may change. */
export const newContent = () => new Map(theirs);

export const stick = async (files = newContent()) => {
  const folder = createMemoryFolder();
  await fill(folder, files);
  return folder;
};

/** A machine with the small course on it, and the import service. */
export const openImport = async (files?: Map<string, Uint8Array<ArrayBuffer>>) => {
  const opened = await openContent(files);
  const contentImport = createContentImport(opened);
  contentImport.look();
  const before = new Map(opened.machine.folder.files);
  const take = async (folder: Awaited<ReturnType<typeof stick>>) => {
    opened.machine.chosenFolder = folder;
    await contentImport.importFolder("Choose");
    return contentImport.state.outcome;
  };
  const takeZip = async (zip: Blob) => {
    await contentImport.importZip(zip);
    return contentImport.state.outcome;
  };
  const sorted = (files: typeof before) => JSON.stringify([...files].toSorted());
  const isAsBefore = () => sorted(opened.machine.folder.files) === sorted(before);
  return {
    ...{ ...opened, contentImport, take, takeZip, isAsBefore },
    /** Imports a folder or a zip, which must fail in this way and change no byte. */
    async refuses(source: Awaited<ReturnType<typeof stick>> | Blob, outcome: object) {
      const taken = await (source instanceof Blob ? takeZip(source) : take(source));
      expect(taken).toEqual(outcome);
      expect(isAsBefore()).toBe(true);
    },
    async read(title: string, language = "en") {
      const { content } = opened;
      const file = content.findFile("asset", "PM", title, language);
      const bytes = file && (await content.bytes(file));
      return bytes && new TextDecoder().decode(bytes);
    },
  };
};
