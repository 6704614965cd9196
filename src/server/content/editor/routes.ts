import { CHECKSUM } from "../../../contract/checksum.ts";
import {
  deleteSourceText,
  getDraftSteps,
  getSourcePicture,
  getSourceText,
  getSourceTexts,
  getTextDifference,
  getTextHistory,
  getTranslation,
  postTextPreview,
  postTranslationRight,
  postUndo,
  putReader,
  putSourceText,
  SOURCE_FOLDERS,
  type SourceText,
} from "../../../contract/staff-editor.ts";
import { FALLBACK_LANGUAGE } from "../../../domain/languages.ts";
import { mediaTypeOf } from "../../../domain/media-type.ts";
import { sourceFolder } from "../../../domain/source-asset.ts";
import { entryName, entryPath } from "../../../domain/source-entry.ts";
import { isSourcePath, MAX_SOURCE_PICTURE_BYTES } from "../../../domain/source-path.ts";
import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import { withoutFrontMatter } from "../../../domain/translation-start.ts";
import type { Database } from "../../db/open-database.ts";
import { reply } from "../../http/reply.ts";
import { type App, byteRoute, route } from "../../http/route.ts";
import { OverloadedError } from "../../overloaded-error.ts";
import { required } from "../../page.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { contentFile } from "../../store/store.ts";
import { drawnFigure } from "../drawn-figures.ts";
import { changeDraft, recordDraft } from "../source/change-draft.ts";
import { makersOf } from "../source/content-overview.ts";
import { outdatedEntries } from "../source/entry-translations.ts";
import { contentRoute, writeAsStaff } from "../source/routes.ts";
import { changesOfStep, latestSteps, namesOfSteps } from "../source/source-changes.ts";
import { SourceConflict } from "../source/source-rows.ts";
import { openSourceText, presentSource, requireSource } from "../source/source-text.ts";
import { noteSameMeaning, originalOf, outdatedTranslations } from "../source/translations.ts";
import { titlesOf } from "../text-files.ts";
import { assetOwners } from "./asset-owner.ts";
import { previewWithId } from "./preview-with-id.ts";
import { readInThread } from "./reading-thread.ts";
import { changeSourceFile, earlierText, prepareText, textHistory } from "./text-history.ts";
import { isReadable } from "./tree/facts.ts";
import { headTitles, readTree, sourceLanguages } from "./tree/read-tree.ts";
import { changesToUndo } from "./undo-step.ts";

const noFile = () => new HttpProblem(404, "content/no_file", "The folder has no such file");

/** How long somebody counts as there: the app says it again every 20 seconds. */
const HERE_MS = 60_000;
const KEPT_MS = 2 * HERE_MS;
const MOST_NAMED = 20;

/** Notes that a person has a text open. @returns the usernames of the others who have, in their order */
const othersReading = (
  database: Database,
  path: string,
  accountId: number,
  now: number,
): Promise<string[]> =>
  database.write(async (db) => {
    await db
      .deleteFrom("source_reader")
      .where("seen", "<", now - KEPT_MS)
      .execute();
    await db
      .insertInto("source_reader")
      .values({ path, account_id: accountId, seen: now })
      .onConflict((conflict) => conflict.columns(["path", "account_id"]).doUpdateSet({ seen: now }))
      .execute();
    const others = await db
      .selectFrom("source_reader")
      .innerJoin("account", "account.id", "source_reader.account_id")
      .select("account.username")
      .where("path", "=", path)
      .where("account_id", "!=", accountId)
      .where("seen", ">=", now - HERE_MS)
      .orderBy("account.username")
      .limit(MOST_NAMED)
      .execute();
    return others.map(({ username }) => username);
  });

/** @throws HttpProblem 404 for a file that is not edited here */
const placeOf = (path: string): SourceTextPlace => {
  const place = sourceTextPlace(path);
  if (!place || !isSourcePath(path)) throw noFile();
  return place;
};

/** Nobody looks further back. */
const MOST_VERSIONS = 200;
const MOST_STEPS = 50;
/** How many files of a step are named. */
const MOST_CHANGES = 5;

/** The calls for editing the texts of the author's folder. */
export const staffEditorRoutes = (app: App, services: Services): void => {
  const { database, store, catalogue, clock } = services;
  const { read } = database;

  const earlier = (path: string, checksum: string) => earlierText({ read, store }, path, checksum);

  /** @throws OverloadedError for texts that need too much memory */
  const differences = async (from: string, to: string) => {
    const lines = await readInThread("lineDifferences", from, to);
    if (lines === null) throw new OverloadedError("The texts are too large to be compared");
    return lines;
  };

  /** What gives the titles of a text in the draft; of a lesson that is not in it, those that students have. */
  const draftTitles = async () => {
    const tree = await readTree({ read, store, catalogue: catalogue.current });
    const products = new Map(tree.products.map((product) => [product.key, product.lessons]));
    const instructions = await headTitles(
      store,
      [...tree.files.values()].filter(({ path }) => /^instructions\/[^.]*\.md$/.test(path)),
    );
    return ({ kind, product, key }: SourceTextPlace) => {
      if (kind === "instruction") return titlesOf(instructions.get(`instructions/${key}.md`) ?? {});
      if (kind !== "lesson") return [];
      const facts = products.get(product)?.get(key)?.facts;
      if (facts && isReadable(facts)) return titlesOf(facts.titles);
      const { lesson } = catalogue.current.products.get(product)?.lessons.get(key) ?? {};
      return titlesOf(lesson?.title ?? {});
    };
  };

  /** The entries of a file of which a translation is older than its original. */
  const entriesToLookAt = async (
    kind: "term" | "question",
    checksum: string | null,
    first: string,
  ) => {
    if (checksum === null) return [];
    const { text } = await openSourceText(store, checksum);
    const found = (await readInThread("readEntries", text, kind)) ?? [];
    const outdated = await outdatedEntries(read, { kind, first }, found);
    return found.flatMap((fields, at) => {
      const languages = outdated[at] ?? [];
      return languages.length > 0 ? [{ at, name: entryName(kind, fields, first), languages }] : [];
    });
  };

  route(app, services, getSourceTexts, async () => {
    const source = await presentSource(read);
    const languages = await sourceLanguages({ read, store }, source?.files);
    const [first = FALLBACK_LANGUAGE] = languages;
    const outdated = await outdatedTranslations({ db: read, store }, source?.files ?? new Map());
    const draftTitlesOf = await draftTitles();
    const entries = new Map<string, SourceText["entries"]>();
    for (const kind of ["term", "question"] as const) {
      const path = entryPath(kind);
      const checksum = source?.files.get(path)?.checksum ?? null;
      entries.set(path, await entriesToLookAt(kind, checksum, first));
    }
    const texts = [...(source?.files.keys() ?? [])].flatMap((path) => {
      const place = sourceTextPlace(path);
      if (!place) return [];
      const facts = { titles: draftTitlesOf(place), outdated: outdated.has(path) };
      return [{ path, ...facts, entries: [...(entries.get(path) ?? [])] }];
    });
    return {
      ...{ source: source !== null, draft: source?.version.state === "draft" },
      ...{ languages, texts },
    };
  });

  route(app, services, getSourceText, async ({ query }) => {
    const path = required(query, "path");
    placeOf(path);
    if (query.checksum !== undefined) return earlier(path, query.checksum);
    const source = await presentSource(read);
    return openSourceText(store, source?.files.get(path)?.checksum ?? null);
  });

  /**
   * The tree changes `course.yaml`: it is a text only as long as the tree cannot read it.
   * @throws HttpProblem 404 for a text that is not edited here
   */
  const assertText = async (path: string): Promise<void> => {
    const place = placeOf(path);
    const source = await requireSource(read);
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
      const shown = await previewWithId(services, await presentSource(read), place, body);
      const problems = shown.problems.map((problem) => ({ ...problem, field: "" }));
      return { pages: shown.pages, problems: problems.sort((a, b) => a.line - b.line) };
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
    const folder = SOURCE_FOLDERS.find((each) => each === query.folder) ?? "assets";
    const product = folder === "glossary" ? "" : required(query, "product");
    const file = source?.files.get(sourceFolder(product, folder) + name);
    const isShown = type?.startsWith("image/") || type === "application/pdf";
    if (!file || !type || !isShown || file.size > MAX_SOURCE_PICTURE_BYTES) throw noFile();
    return reply(await store.read(contentFile(file.checksum)), 200, {
      "Content-Type": type,
      ...headers,
    });
  });

  route(app, services, getTextHistory, async ({ query }) => {
    const path = required(query, "path");
    placeOf(path);
    const history = await textHistory(read, path);
    const maker = await makersOf(read, history);
    return {
      versions: history.slice(0, MOST_VERSIONS).map((each) => ({
        ...{ checksum: each.checksum ?? "", draft: !each.isPublished },
        ...{ at: new Date(each.at).toISOString(), ...maker(each) },
      })),
    };
  });

  route(app, services, getTextDifference, async ({ query }) => {
    const path = required(query, "path");
    placeOf(path);
    // Before it was written, and after it was removed, a text is empty.
    const textOf = async (name: "from" | "to") =>
      query[name] ? earlier(path, query[name]) : openSourceText(store, null);
    const [from, to] = [await textOf("from"), await textOf("to")];
    return { lines: await differences(from.text, to.text) };
  });

  route(app, services, getTranslation, async ({ query }) => {
    const path = required(query, "path");
    placeOf(path);
    const files = (await presentSource(read))?.files ?? new Map();
    const original = originalOf(path) ?? "";
    const checksum: string | null = files.get(path)?.checksum ?? null;
    const original_checksum: string | null = files.get(original)?.checksum ?? null;
    const made = (await outdatedTranslations({ db: read, store }, files, path)).get(path);
    const text = async (name: string | null) => (await openSourceText(store, name)).text;
    const lines = made
      ? await differences(
          withoutFrontMatter(await text(made)),
          withoutFrontMatter(await text(original_checksum)),
        )
      : [];
    return { original, outdated: made !== undefined, lines, checksum, original_checksum };
  });

  contentRoute(app, services, postTranslationRight, async ({ person, body }) => {
    const { path, checksum, original_checksum } = body;
    placeOf(path);
    const original = originalOf(path);
    await writeAsStaff(services, person, async (db) => {
      const files = (await presentSource(db))?.files;
      const [own, from] = [files?.get(path), files?.get(original ?? "")];
      if (own?.checksum !== checksum || from?.checksum !== original_checksum) {
        throw new SourceConflict([path]);
      }
      await noteSameMeaning(db, own, from);
    });
    return null;
  });

  route(app, services, getDraftSteps, async () => {
    const steps = await latestSteps(read, { steps: MOST_STEPS, changes: MOST_CHANGES });
    const maker = await makersOf(read, steps);
    const draftTitlesOf = await draftTitles();
    const nameOf = await namesOfSteps(read, steps);
    const { language } = catalogue.current;
    const shown = steps.flatMap(({ changes }) => changes);
    const ownerOf = assetOwners({ store, catalogue: catalogue.current }, shown);
    const files = async (changes: readonly (typeof shown)[number][], name: string) =>
      Promise.all(
        changes.map(async ({ path, before, after }) => {
          const place = sourceTextPlace(path) ?? (await ownerOf(path));
          const kind = before === null ? "added" : after === null ? "removed" : "changed";
          // The file with chapters and their order is of many things.
          const isMenu = place?.kind === "course" && name !== "";
          const own = place ? draftTitlesOf(place) : [];
          return {
            path,
            change: kind,
            titles: isMenu ? [{ language, title: name }] : own,
          } as const;
        }),
      );
    return {
      steps: await Promise.all(
        steps.map(async (step) => ({
          ...{ id: step.id, at: new Date(step.at).toISOString(), ...maker(step) },
          ...{ count: step.files, files: await files(step.changes, nameOf(step)) },
        })),
      ),
    };
  });

  contentRoute(app, services, postUndo, async ({ person, params }) => {
    const rows = await changesOfStep(read, params.id);
    if (rows.length === 0) {
      throw new HttpProblem(404, "content/unknown_version", "This change is not known any more");
    }
    const changes = await changesToUndo(services, rows);
    if (changes.length === 0) return null;
    await writeAsStaff(services, person, async (db, by) => {
      await recordDraft(db, await changeDraft(db, changes, by), by.actor, by.at);
    });
    return null;
  });

  // It is sent again and again while a text is open, and changes nothing of it.
  const unlimited = { isLimited: false };
  route(
    app,
    services,
    putReader,
    async ({ person, body }) => {
      placeOf(body.path);
      return { others: await othersReading(database, body.path, person.accountId, clock()) };
    },
    unlimited,
  );
};
