import { MAX_SOURCE_TEXT_BYTES } from "../../../contract/staff-editor.ts";
import {
  ENTRY_KINDS,
  type EntryKind,
  getEntries,
  postEntryPreview,
  putEntry,
} from "../../../contract/staff-entries.ts";
import { FALLBACK_LANGUAGE } from "../../../domain/languages.ts";
import {
  type EntryFields,
  entriesPath,
  entryFields,
  entryPath,
  entryProblems,
} from "../../../domain/source-entry.ts";
import { sourceTextPlace } from "../../../domain/source-text.ts";
import { type App, route } from "../../http/route.ts";
import { oneOf } from "../../page.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { noteEntry, outdatedEntries } from "../source/entry-translations.ts";
import { contentRoute, writeAsStaff } from "../source/routes.ts";
import { SourceConflict } from "../source/source-rows.ts";
import {
  openSourceText,
  type PresentSource,
  presentSource,
  requireSource,
} from "../source/source-text.ts";
import type { EntryChange } from "./edit-entries.ts";
import { fieldsSent, sentFields } from "./field-form.ts";
import { previewInThread, readInThread } from "./reading-thread.ts";
import { changeSourceFile, prepareText } from "./text-history.ts";
import { keyFor } from "./tree/keys.ts";
import { sourceLanguages } from "./tree/read-tree.ts";

const notEditable = () =>
  new HttpProblem(422, "content/entry_not_editable", "The file is edited as text only");

const fieldsOf = (kind: EntryKind, sent: Parameters<typeof fieldsSent>[0]): EntryFields =>
  fieldsSent(sent, (name) => entryFields(kind).includes(name));

/** @throws HttpProblem 422 */
const edited = async (
  text: string,
  kind: EntryKind,
  change: EntryChange,
): Promise<string | null> => {
  const result = await readInThread("editEntries", text, kind, change);
  if (result === null) throw notEditable();
  if (result.text !== null && result.text.length > MAX_SOURCE_TEXT_BYTES) {
    throw invalid("fields", "must leave the file at 1 MB");
  }
  return result.text;
};

/** A new term gets a key of its word: lessons name it by that key for good, also when the word changes. */
const withKey = (
  kind: EntryKind,
  at: number | null,
  fields: EntryFields,
  { entries, first }: { entries: readonly EntryFields[]; first: string },
): EntryFields => {
  if (kind !== "term" || at !== null || fields.term) return fields;
  const word = fields[`${first}.term`] ?? "";
  const taken = new Set(entries.map(({ term = "" }) => term.toLowerCase()));
  return { ...fields, term: keyFor(word, "term", taken) };
};

/** The calls for editing entries of the author's YAML by a form. */
export const staffEntryRoutes = (app: App, services: Services): void => {
  const { database, store } = services;
  const { read } = database;

  const languagesOf = (source: PresentSource | null) =>
    sourceLanguages({ read, store }, source?.files);

  const open = (source: PresentSource | null, kind: EntryKind) =>
    openSourceText(store, source?.files.get(entryPath(kind))?.checksum ?? null);

  route(app, services, getEntries, async ({ query }) => {
    const kind = oneOf("kind", ENTRY_KINDS, query.kind);
    if (kind === null) throw invalid("kind", "is required");
    const source = await presentSource(read);
    const { text, checksum } = await open(source, kind);
    const entries = await readInThread("readEntries", text, kind);
    const languages = await languagesOf(source);
    const [first = FALLBACK_LANGUAGE] = languages;
    const outdated = await outdatedEntries(read, { kind, first }, entries ?? []);
    return {
      ...{ source: source !== null, readable: entries !== null, checksum },
      languages,
      entries: (entries ?? []).map((fields, index) => ({
        fields: sentFields(fields),
        outdated: outdated[index] ?? [],
      })),
    };
  });

  contentRoute(app, services, putEntry, async ({ person, body }) => {
    const { kind, at, replaces, right } = body;
    const path = entryPath(kind);
    const source = await requireSource(read);
    const { text, checksum } = await open(source, kind);
    if (checksum !== replaces) throw new SourceConflict([path]);
    const entries = (await readInThread("readEntries", text, kind)) ?? [];
    const others = entries.filter((_, index) => index !== at);
    const [first = FALLBACK_LANGUAGE] = await languagesOf(source);
    const fields =
      body.fields && withKey(kind, at, fieldsOf(kind, body.fields), { entries, first });
    for (const [name, problem] of fields ? entryProblems(kind, fields, others, first) : []) {
      throw invalid(name, problem);
    }
    const result = await edited(text, kind, { at, fields });
    const term = (kind === "term" && fields?.term) || "";
    const noted = {
      ...{ kind, first, right, after: fields },
      before: (at === null ? undefined : entries[at]) ?? null,
    };
    if (result === text) {
      if (right.length > 0) await writeAsStaff(services, person, (db) => noteEntry(db, noted));
      return { checksum, term };
    }
    const change =
      result === null
        ? { path, removed: true as const, replaces }
        : await prepareText(database, store, { path, text: result, replaces });
    await writeAsStaff(services, person, async (db, by) => {
      await changeSourceFile(db, change, by);
      await noteEntry(db, noted);
    });
    return { checksum: "removed" in change ? null : change.checksum, term };
  });

  route(
    app,
    services,
    postEntryPreview,
    async ({ body }) => {
      const { kind, at } = body;
      const path = entryPath(kind);
      const place = sourceTextPlace(path);
      const source = await presentSource(read);
      const { text } = await open(source, kind);
      const entries = (await readInThread("readEntries", text, kind)) ?? [];
      const [first = FALLBACK_LANGUAGE] = await languagesOf(source);
      const change = {
        at,
        fields: withKey(kind, at, fieldsOf(kind, body.fields), { entries, first }),
      };
      const result = await edited(text, kind, change);
      if (!place || result === null) throw notEditable();
      const folder = { store, files: source?.files ?? new Map(), edited: { path, text: result } };
      const entry = at ?? ((await readInThread("readEntries", result, kind))?.length ?? 0) - 1;
      const { pages, problems } = await previewInThread(folder, place, entry);
      const fields = await readInThread(
        "fieldsAtLines",
        result,
        [...entriesPath(kind), entry],
        entryFields(kind),
        problems.map(({ line }) => line),
      );
      return {
        pages,
        problems: problems.map((problem, index) => ({ ...problem, field: fields?.[index] ?? "" })),
      };
    },
    // Somebody who writes for an hour sends hundreds, and none of them changes anything.
    { isLimited: false },
  );
};
