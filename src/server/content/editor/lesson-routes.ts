import { randomInt } from "node:crypto";
import { MAX_SOURCE_TEXT_BYTES } from "../../../contract/staff-editor.ts";
import {
  getDraftNumbers,
  getLessonText,
  postLessonPreview,
  putLessonText,
} from "../../../contract/staff-lesson.ts";
import { isLanguage } from "../../../domain/languages.ts";
import { isSourcePath } from "../../../domain/source-path.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { type HeadKind, isHeadField } from "../../../domain/text-head.ts";
import { figureNames } from "../../../drafting/figures/figures.ts";
import { type App, route } from "../../http/route.ts";
import { required } from "../../page.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { statedNumbers } from "../draft-numbers.ts";
import { contentRoute, writeAsStaff } from "../source/routes.ts";
import { SourceConflict } from "../source/source-rows.ts";
import { openSourceText, presentSource, requireSource } from "../source/source-text.ts";
import { fieldsSent, sentFields } from "./field-form.ts";
import { previewWithId } from "./preview-with-id.ts";
import { readInThread } from "./reading-thread.ts";
import { changeSourceFile, earlierText, prepareText } from "./text-history.ts";
import { sourceLanguages } from "./tree/read-tree.ts";

/** The numbers that new lessons get. They are far from those that people choose, and no two are alike by chance. */
const NEW_IDS = [100_000_000, 1_000_000_000] as const;

const notEditable = () =>
  new HttpProblem(422, "content/head_not_editable", "The form cannot change this file");

/** @throws HttpProblem 404 for a file that has no form and no text below it */
const placeOf = (path: string) => {
  const place = sourceTextPlace(path);
  if (!place || !isSourcePath(path) || (place.kind !== "lesson" && place.kind !== "instruction")) {
    throw new HttpProblem(404, "content/no_file", "The folder has no such lesson");
  }
  // Only the file without a language in its name has a head.
  const hasForm = path.split("/").at(-1)?.split(".").length === 2;
  return { place, kind: place.kind as HeadKind, hasForm };
};

/** The calls for editing lessons and instructions by a form and a text below it. */
export const staffLessonRoutes = (app: App, services: Services): void => {
  const { database, store, catalogue } = services;
  const { read } = database;

  const newId = (): number => {
    const taken = new Set([...catalogue.current.lessons.values()].map(({ lesson }) => lesson.dbid));
    for (;;) {
      const id = randomInt(...NEW_IDS);
      if (!taken.has(id)) return id;
    }
  };

  /** The file that what somebody has written would become. @throws HttpProblem 422 */
  const written = async (
    before: string,
    {
      path,
      fields,
      body,
    }: { path: string; fields: Parameters<typeof fieldsSent>[0]; body: string },
  ): Promise<string> => {
    const { kind, hasForm } = placeOf(path);
    const sent = fieldsSent(fields, (name) => hasForm && isHeadField(kind, name));
    if (!hasForm) return body;
    const change = { fields: sent, body, id: newId() };
    const edited = await readInThread("editHead", before, kind, change);
    if (edited === null) throw notEditable();
    if (edited.length > MAX_SOURCE_TEXT_BYTES) throw invalid("body", "must leave the file at 1 MB");
    return edited;
  };

  route(app, services, getLessonText, async ({ query }) => {
    const path = required(query, "path");
    const { kind, hasForm } = placeOf(path);
    const source = await presentSource(read);
    const { text, checksum } =
      query.checksum === undefined
        ? await openSourceText(store, source?.files.get(path)?.checksum ?? null)
        : await earlierText({ read, store }, path, query.checksum);
    const head = hasForm ? await readInThread("readHead", text, kind) : null;
    return {
      ...{ checksum, form: hasForm },
      languages: await sourceLanguages({ read, store }, source?.files),
      readable: !hasForm || head !== null,
      fields: sentFields(head?.fields ?? {}),
      body: head?.body ?? text,
    };
  });

  contentRoute(app, services, putLessonText, async ({ person, body }) => {
    const { path, replaces } = body;
    placeOf(path);
    const source = await requireSource(read);
    const before = await openSourceText(store, source.files.get(path)?.checksum ?? null);
    if (before.checksum !== replaces) throw new SourceConflict([path]);
    const text = await written(before.text, body);
    if (text === before.text && replaces !== null) return { checksum: replaces };
    const change = await prepareText(database, store, { path, text, replaces });
    await writeAsStaff(services, person, (db, by) => changeSourceFile(db, change, by));
    return { checksum: change.checksum };
  });

  route(
    app,
    services,
    postLessonPreview,
    async ({ body }) => {
      const { path } = body;
      const { place, kind, hasForm } = placeOf(path);
      const source = await presentSource(read);
      const before = await openSourceText(store, source?.files.get(path)?.checksum ?? null);
      const text = await written(before.text, body);
      const { pages, problems } = await previewWithId(services, source, place, { path, text });
      const lines = problems.map(({ line }) => line);
      const places = hasForm ? await readInThread("headPlaces", text, kind, lines) : null;
      const placed = problems.map((problem, at) => ({ ...problem, field: "", ...places?.[at] }));
      return { pages, problems: placed.sort((a, b) => a.line - b.line) };
    },
    // Somebody who writes for an hour sends hundreds, and none of them changes anything.
    { isLimited: false },
  );

  route(app, services, getDraftNumbers, async ({ query }) => {
    const language = required(query, "language");
    if (!isLanguage(language)) throw invalid("language", "must be a language of the app");
    return { numbers: statedNumbers(language), figures: figureNames() };
  });
};
