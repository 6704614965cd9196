import {
  getSourceAssets,
  postSourceAsset,
  putFilmText,
  type SourceAsset,
} from "../../../contract/staff-assets.ts";
import type { SourceFolder } from "../../../contract/staff-editor.ts";
import { filmTrouble, isRefusedFilm, readFilm } from "../../../domain/film-facts.ts";
import { authorForms } from "../../../domain/film-forms.ts";
import { isLanguage } from "../../../domain/languages.ts";
import {
  SOURCE_ASSET_KINDS,
  type SourceAssetKind,
  sourceAssetKind,
  sourceFolder,
} from "../../../domain/source-asset.ts";
import { MAX_SOURCE_FILE_BYTES, MAX_SOURCE_PICTURE_BYTES } from "../../../domain/source-path.ts";
import { type App, route } from "../../http/route.ts";
import { required } from "../../page.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { contentFile, type Store } from "../../store/store.ts";
import { captionFileOf, withoutExtension } from "../captions.ts";
import { CODE } from "../courses.ts";
import { contentRoute, writeAsStaff } from "../source/routes.ts";
import { missingFiles, SourceConflict, type SourceFile } from "../source/source-rows.ts";
import { presentSource, requireSource } from "../source/source-text.ts";
import { assetName } from "./asset-name.ts";
import { readFormFile } from "./field-form.ts";
import { readInThread } from "./reading-thread.ts";
import { changeSourceFile, changeSourceFiles, storeBytes } from "./text-history.ts";
import { sourceLanguages } from "./tree/read-tree.ts";

const KINDS: Readonly<Record<SourceFolder, readonly (SourceAssetKind | null)[]>> = {
  assets: SOURCE_ASSET_KINDS,
  icons: ["picture"],
  assignments: ["picture", "sheet"],
  glossary: ["picture"],
};

const noFile = () => new HttpProblem(404, "content/no_file", "The folder has no such file");

type StoredFile = Pick<SourceFile, "checksum" | "size">;

const readStored = async (
  store: Store,
  { checksum, size }: StoredFile,
  at: number,
  most: number,
) => {
  const last = Math.min(at + most, size) - 1;
  if (last < at) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  for await (const piece of await store.stream(contentFile(checksum), { first: at, last })) {
    pieces.push(piece as Uint8Array);
  }
  return new Uint8Array(Buffer.concat(pieces));
};

/** @throws HttpProblem 422 for a film that nobody could watch */
const assertFilm = async (store: Store, file: StoredFile): Promise<void> => {
  const read = (at: number, length: number) => readStored(store, file, at, length);
  const trouble = filmTrouble(await readFilm({ size: file.size, read }));
  if (!isRefusedFilm(trouble)) return;
  throw trouble?.kind === "cut"
    ? new HttpProblem(422, "content/film_is_cut", "The file ends before the film does")
    : new HttpProblem(422, "content/not_a_film", "The file is no film that browsers play");
};

/** Readers look for the mark of a PDF as far as this. */
const PDF_START_BYTES = 1024;

/** @throws HttpProblem 413, 422 for a file that lessons cannot show */
const assertAsset = async (store: Store, name: string, file: StoredFile): Promise<void> => {
  const kind = sourceAssetKind(name);
  if (kind === "picture" && file.size > MAX_SOURCE_PICTURE_BYTES) {
    throw new HttpProblem(413, "content/picture_too_large", "The picture is too large");
  }
  if (kind === "film") await assertFilm(store, file);
  if (kind !== "sheet") return;
  const start = Buffer.from(await readStored(store, file, 0, PDF_START_BYTES));
  if (!start.includes("%PDF-")) {
    throw new HttpProblem(422, "content/not_a_sheet", "The file is no PDF");
  }
};

/** What the lessons of a product can show, with what lies beside its films. */
const assetsOf = (files: Iterable<SourceFile>, product: string): SourceAsset[] => {
  const folder = `${product}/assets/`;
  const there = [...files]
    .filter(({ path }) => path.startsWith(folder))
    .map((file) => ({ ...file, name: file.path.slice(folder.length) }));
  const forms = authorForms(there.map(({ name }) => name));
  const hidden = new Set([...forms.values()].flat().map(({ title }) => title));
  const texts = Map.groupBy(
    there.flatMap(({ name, checksum }) => {
      const beside = captionFileOf(name);
      return beside ? [{ ...beside, checksum }] : [];
    }),
    ({ video }) => video,
  );
  const textsOf = (film: string) =>
    (texts.get(withoutExtension(film)) ?? []).map(({ isChapters, language, checksum }) => ({
      ...{ kind: isChapters ? ("chapters" as const) : ("captions" as const), language, checksum },
    }));
  return there.flatMap(({ name, size }) => {
    const kind = sourceAssetKind(name);
    if (kind === null || hidden.has(name)) return [];
    return [{ name, kind, size, texts: kind === "film" ? textsOf(name) : [] }];
  });
};

/** The calls for pictures, films and sheets of lessons. */
export const staffAssetRoutes = (app: App, services: Services): void => {
  const { database, store } = services;

  route(app, services, getSourceAssets, async ({ query }) => {
    const source = await presentSource(database.read);
    const school = await readFormFile(store, source, "school.yaml");
    const outside = school === null ? null : await readInThread("outsideIn", school);
    return {
      languages: await sourceLanguages({ read: database.read, store }, source?.files),
      ...{ outside_links: outside?.links ?? false, outside_films: [...(outside?.films ?? [])] },
      assets: assetsOf(source?.files.values() ?? [], required(query, "product")),
    };
  });

  contentRoute(app, services, postSourceAsset, async ({ person, body }) => {
    const { product, folder, name: given, checksum, size } = body;
    if (folder !== "glossary" && !CODE.test(product)) throw noFile();
    const place = sourceFolder(product, folder);
    if (size > MAX_SOURCE_FILE_BYTES) {
      throw new HttpProblem(413, "content/too_large", "The file is too large");
    }
    if ((await missingFiles(database, store, [{ checksum, size }])).size > 0) {
      throw new HttpProblem(422, "content/missing_files", "The file has not been sent");
    }
    if (!KINDS[folder].includes(sourceAssetKind(given))) {
      throw invalid("name", "must be that of a file for this folder");
    }
    await assertAsset(store, given, { checksum, size });
    return writeAsStaff(services, person, async (db, by) => {
      const source = await requireSource(db);
      const { name, isThere } = assetName(given, { folder: place, checksum }, source.files);
      const path = place + name;
      if (!isThere) await changeSourceFile(db, { path, checksum, size, replaces: null }, by);
      return { name };
    });
  });

  contentRoute(app, services, putFilmText, async ({ person, body }) => {
    const { product, film, kind, language, format, text, replaces } = body;
    if (!isLanguage(language)) throw invalid("language", "must be a language");
    const source = await requireSource(database.read);
    const folder = `${product}/assets/`;
    const isFilm = source.files.has(folder + film) && sourceAssetKind(film) === "film";
    if (!CODE.test(product) || !isFilm) throw noFile();
    const stem = `${folder}${withoutExtension(film)}.${kind === "chapters" ? "chapters." : ""}${language}`;
    const present = ["vtt", "srt"].flatMap((end) => source.files.get(`${stem}.${end}`) ?? []);
    if ((present[0]?.checksum ?? null) !== replaces) {
      throw new SourceConflict(present.map(({ path }) => path));
    }
    const read = await readInThread("filmText", text, format);
    if (!read) throw invalid("text", "is too much to read");
    const { vtt, problems } = read;
    if (vtt === null) return { checksum: null, problems: [...problems] };
    const path = `${stem}.vtt`;
    const others = present.filter((file) => file.path !== path);
    const stored = await storeBytes(database, store, Buffer.from(vtt));
    const before = source.files.get(path)?.checksum ?? null;
    const changes = [
      { path, ...stored, replaces: before },
      ...others.map((file) => ({
        ...{ path: file.path, removed: true as const, replaces: file.checksum },
      })),
    ];
    await writeAsStaff(services, person, (db, by) => changeSourceFiles(db, changes, by));
    return { checksum: stored.checksum, problems: [...problems] };
  });
};
