import {
  deleteSourceText,
  getSourcePicture,
  getSourceText,
  getSourceTexts,
  getTextDifference,
  getTextHistory,
  PRODUCT_FOLDERS,
  postTextPreview,
  putSourceText,
} from "../../../contract/staff-editor.ts";
import { mediaTypeOf } from "../../../domain/media-type.ts";
import { isSourcePath, MAX_SOURCE_PICTURE_BYTES } from "../../../domain/source-path.ts";
import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import { reply } from "../../http/reply.ts";
import { type App, byteRoute, route } from "../../http/route.ts";
import { required } from "../../page.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { contentFile } from "../../store/store.ts";
import { drawnFigure } from "../drawn-figures.ts";
import { schoolLanguages } from "../import-school.ts";
import { makersOf } from "../source/content-overview.ts";
import { contentRoute, writeAsStaff } from "../source/routes.ts";
import { noSource, openSourceText } from "../source/source-text.ts";
import { presentSource } from "./present-source.ts";
import { previewInThread, readInThread } from "./reading-thread.ts";
import { takenLessonId } from "./taken-lesson-id.ts";
import { changeSourceFile, lineDifferences, prepareText, textHistory } from "./text-history.ts";
import { textInVersion } from "./text-version.ts";

const noFile = () => new HttpProblem(404, "content/no_file", "The folder has no such file");

/** @throws HttpProblem 404 for a file that is not edited here */
const placeOf = (path: string): SourceTextPlace => {
  const place = sourceTextPlace(path);
  if (!place || !isSourcePath(path)) throw noFile();
  return place;
};

const CHECKSUM = /^[\da-f]{64}$/;

/** The calls for editing the texts of the author's folder. */
export const staffEditorRoutes = (app: App, services: Services): void => {
  const { database, store, catalogue } = services;
  const { read } = database;

  const textIn = (path: string, version: string) => textInVersion({ read, store }, path, version);

  route(app, services, getSourceTexts, async () => {
    const source = await presentSource(read);
    const languages = await schoolLanguages(read);
    const titlesOf = ({ kind, product, key }: SourceTextPlace) => {
      const lesson =
        kind === "lesson"
          ? catalogue.current.products.get(product)?.lessons.get(key)?.lesson
          : null;
      return Object.entries(lesson?.title ?? {}).map(([language, title]) => ({ language, title }));
    };
    const texts = [...(source?.files.keys() ?? [])].flatMap((path) => {
      const place = sourceTextPlace(path);
      return place ? [{ path, titles: titlesOf(place) }] : [];
    });
    return {
      ...{ source: source !== null, draft: source?.version.state === "draft" },
      ...{ languages, texts },
    };
  });

  route(app, services, getSourceText, async ({ query }) => {
    const path = required(query, "path");
    placeOf(path);
    if (query.version !== undefined) return textIn(path, query.version);
    const source = await presentSource(read);
    return openSourceText(store, source?.files.get(path)?.checksum ?? null);
  });

  /**
   * The tree changes `course.yaml`: it is a text only as long as the tree cannot read it.
   * @throws HttpProblem 404 for a text that is not edited here
   */
  const assertText = async (path: string): Promise<void> => {
    const place = placeOf(path);
    const source = await presentSource(read);
    if (!source) throw noSource();
    if (place.kind !== "course") return;
    const { text } = await openSourceText(store, source.files.get(path)?.checksum ?? null);
    const [facts] = (await readInThread("readFacts", "readProduct", [text])) ?? [];
    if (facts && !("problem" in facts)) throw noFile();
  };

  contentRoute(app, services, putSourceText, async ({ person, body }) => {
    await assertText(body.path);
    const change = await prepareText(database, store, body);
    await writeAsStaff(services, person, (db, by) => changeSourceFile(db, change, by));
    return { checksum: change.checksum };
  });

  contentRoute(app, services, deleteSourceText, async ({ person, query }) => {
    const path = required(query, "path");
    const replaces = required(query, "replaces");
    if (!CHECKSUM.test(replaces)) throw invalid("replaces", "must be a checksum");
    await assertText(path);
    await writeAsStaff(services, person, (db, by) =>
      changeSourceFile(db, { path, removed: true, replaces }, by),
    );
    return null;
  });

  route(
    app,
    services,
    postTextPreview,
    async ({ body }) => {
      const place = placeOf(body.path);
      const source = await presentSource(read);
      const files = source?.files ?? new Map();
      const folder = { store, files, edited: body };
      const { pages, problems } = await previewInThread(folder, place);
      const context = { read, catalogue: catalogue.current, store, files };
      const taken = await takenLessonId(context, body.path, body.text);
      const all = [...taken, ...problems].sort((a, b) => a.line - b.line);
      return { pages, problems: all.map((problem) => ({ ...problem, field: "" })) };
    },
    // Somebody who writes for an hour sends hundreds, and none of them changes anything.
    { isLimited: false },
  );

  byteRoute(app, services, getSourcePicture, async ({ query }) => {
    const name = required(query, "name");
    const headers = {
      "Cache-Control": "private, no-cache",
      // A drawing that is opened as a page runs nothing.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    };
    const drawn = drawnFigure(name);
    if (drawn !== null) {
      return reply(drawn, 200, { "Content-Type": "image/svg+xml", ...headers });
    }
    const source = await presentSource(read);
    const type = mediaTypeOf(name);
    const folder = PRODUCT_FOLDERS.find((each) => each === query.folder) ?? "assets";
    const file = source?.files.get(`${required(query, "product")}/${folder}/${name}`);
    if (!file || !type?.startsWith("image/") || file.size > MAX_SOURCE_PICTURE_BYTES)
      throw noFile();
    return reply(await store.read(contentFile(file.checksum)), 200, {
      "Content-Type": type,
      ...headers,
    });
  });

  route(app, services, getTextHistory, async ({ query }) => {
    const path = required(query, "path");
    placeOf(path);
    const history = await textHistory(read, path);
    const maker = await makersOf(
      read,
      history.map(({ version }) => version),
    );
    return {
      versions: history.map(({ version, checksum }) => ({
        ...{ id: version.id, draft: version.state !== "published", exists: checksum !== null },
        ...{ at: new Date(version.published ?? version.changed).toISOString(), ...maker(version) },
      })),
    };
  });

  route(app, services, getTextDifference, async ({ query }) => {
    const path = required(query, "path");
    placeOf(path);
    const from = await textIn(path, required(query, "from"));
    const to = await textIn(path, required(query, "to"));
    return { lines: lineDifferences(from.text, to.text) };
  });
};
