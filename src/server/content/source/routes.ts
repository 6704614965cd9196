import type { Kysely } from "kysely";
import {
  deleteDraft,
  getStaffContent,
  postComparison,
  postDraftCheck,
  postDraftPublish,
  postDraftZip,
  postMissingFiles,
  postRollBack,
  postSourceExport,
  putDraftFiles,
  putSourcePart,
} from "../../../contract/staff-content.ts";
import type { Actor } from "../../../domain/audit.ts";
import { sourceFileProblem } from "../../../domain/source-path.ts";
import type { SignedIn } from "../../accounts/session/tokens.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Tables } from "../../db/schema.ts";
import { type App, route } from "../../http/route.ts";
import { orderJobFor } from "../../jobs/job-rows.ts";
import { parseId } from "../../page.ts";
import { staffActor } from "../../people/staff-context.ts";
import { HttpProblem } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { sourceLanguages } from "../editor/tree/read-tree.ts";
import { discardDraft, draftTag, recordDraft, replaceDraft } from "./change-draft.ts";
import { contentOverview } from "./content-overview.ts";
import type { ContentJob, ContentOrders } from "./content-work.ts";
import { readPartOrder, receivePart } from "./receive-part.ts";
import { intactParts, readParts, receivedBytes } from "./source-parts.ts";
import {
  findDraft,
  missingFiles,
  publishedVersions,
  SourceConflict,
  SourceError,
  type SourceFile,
} from "./source-rows.ts";
import { presentSource } from "./source-text.ts";

/** The most files that an answer names. */
const MAX_NAMED = 100;

const named = (paths: readonly string[], message: string) => ({
  errors: paths.slice(0, MAX_NAMED).map((path) => ({ path, message })),
});

const conflict = (paths: readonly string[] = []) =>
  new HttpProblem(
    409,
    "content/conflict",
    "The draft has been changed meanwhile",
    named(paths, "has been changed"),
  );

/** An error of the content as the answer to a call. */
const asContentProblem = (reason: unknown): unknown => {
  if (reason instanceof SourceConflict) return conflict(reason.paths);
  if (!(reason instanceof SourceError)) return reason;
  const { code, paths } = reason;
  switch (code) {
    case "content/too_large":
      return new HttpProblem(413, code, "The content is too large", named(paths, "is too large"));
    case "content/too_many_files":
      return new HttpProblem(422, code, "The folder has too many files");
    case "content/twins":
      return new HttpProblem(422, code, "Files have the same name", named(paths, "is there twice"));
    default:
      return reason;
  }
};

/** Answers a call that changes the content: its errors are problems of the call. */
export const contentRoute: typeof route = (app, services, call, handler, options) =>
  route(
    app,
    services,
    call,
    (async (request) => {
      try {
        return await handler(request);
      } catch (reason) {
        throw asContentProblem(reason);
      }
    }) as typeof handler,
    options,
  );

/** Changes the content in one write, as a person of the staff. @throws HttpProblem 403 */
export const writeAsStaff = <Value>(
  { database, clock }: Services,
  person: SignedIn,
  write: (db: Kysely<Tables>, by: { readonly actor: Actor; readonly at: number }) => Promise<Value>,
): Promise<Value> =>
  database.write(async (db) => {
    const { actor } = await staffActor(db, person);
    return write(db, { actor, at: clock() });
  });

/** @throws HttpProblem 413, 422 for files that no folder may have */
const assertFiles = (files: readonly SourceFile[]): void => {
  const wrong = files.flatMap((file) => {
    const problem = sourceFileProblem(file);
    return problem === null ? [] : [{ path: file.path, message: problem }];
  });
  if (wrong.length === 0) return;
  const errors = wrong.slice(0, MAX_NAMED);
  const has = (...problems: string[]) => wrong.some(({ message }) => problems.includes(message));
  if (has("name", "too-long")) {
    throw new HttpProblem(422, "content/unsafe_names", "Files have unsafe names", { errors });
  }
  throw has("picture-too-large")
    ? new HttpProblem(413, "content/picture_too_large", "A picture is too large", { errors })
    : new HttpProblem(413, "content/too_large", "A file is too large", { errors });
};

/** The calls for the school's content. */
export const staffContentRoutes = (app: App, services: Services): void => {
  const { database, store, clock } = services;
  const { read } = database;

  const order = <Kind extends ContentJob>(
    person: SignedIn,
    kind: Kind,
    input: ContentOrders[Kind],
  ): Promise<{ job: number }> =>
    database.write(async (db) => {
      const { level } = await staffActor(db, person);
      const ordered = { kind, accountId: person.accountId, level, input };
      return { job: await orderJobFor(services, db, ordered) };
    });

  const assertDraft = async (version: string): Promise<void> => {
    const draft = await findDraft(read);
    if (!draft) throw new HttpProblem(409, "content/no_draft", "There is no draft");
    if (draftTag(draft) !== version) throw conflict();
  };

  route(app, services, getStaffContent, async () => {
    const source = await presentSource(read);
    const overview = await contentOverview(read, clock());
    return { ...overview, languages: await sourceLanguages({ read, store }, source?.files) };
  });

  route(app, services, postMissingFiles, async ({ body }) => {
    const missing = await missingFiles(database, store, body.files);
    const answer: { checksum: string; received: number }[] = [];
    for (const checksum of missing) {
      const received = receivedBytes(await intactParts(database, store, checksum));
      answer.push({ checksum, received });
    }
    return { missing: answer };
  });

  // A folder has thousands of files: they would use up the account's writes.
  const unlimited = { isLimited: false };
  route(
    app,
    services,
    putSourcePart,
    async ({ request, params, query }) => {
      const received = await receivePart(services, request, readPartOrder(params.checksum, query));
      return { received };
    },
    unlimited,
  );

  contentRoute(app, services, putDraftFiles, async ({ person, body }) => {
    const { files, replaces, changes } = body;
    assertFiles(files);
    const missing = await missingFiles(database, store, files);
    if (missing.size > 0) {
      const paths = files.filter(({ checksum }) => missing.has(checksum)).map(({ path }) => path);
      const errors = named(paths, "has not been sent");
      throw new HttpProblem(422, "content/missing_files", "Files have not been sent", errors);
    }
    try {
      return await writeAsStaff(services, person, async (db, by) => {
        const draft = await replaceDraft(db, files, { ...by, replaces }, changes);
        await recordDraft(db, draft, by.actor, by.at);
        return { version: draftTag(draft), differing: [] };
      });
    } catch (reason) {
      if (reason instanceof SourceError && reason.code === "content/draft_differs") {
        return { version: replaces ?? "", differing: reason.paths.slice(0, MAX_NAMED) };
      }
      throw reason;
    }
  });

  route(app, services, postDraftZip, async ({ person, body }) => {
    const { checksum, size, replaces, changes } = body;
    if (receivedBytes(await readParts(read, checksum)) !== size) {
      throw new HttpProblem(422, "content/missing_files", "The zip has not been sent");
    }
    return order(person, "content-unpack", { checksum, size, replaces, changes });
  });

  contentRoute(app, services, deleteDraft, async ({ person, query }) => {
    await writeAsStaff(services, person, async (db, { actor, at }) => {
      const draft = await findDraft(db);
      if (!draft || draftTag(draft) !== query.replaces) throw new SourceConflict();
      await discardDraft(db, draft, { actor, at });
      await recordChange(db, at, {
        ...{ actor, action: "removed", kind: "content", subject: draft.id },
        ...{ name: String(draft.id), details: { draft: true } },
      });
    });
    return null;
  });

  route(app, services, postDraftCheck, async ({ person, body }) => {
    await assertDraft(body.version);
    return order(person, "content-check", { version: body.version });
  });

  route(app, services, postDraftPublish, async ({ person, body }) => {
    await assertDraft(body.version);
    return order(person, "content-publish", body);
  });

  const versionOf = async (given: string) => {
    const id = parseId(given);
    const versions = await publishedVersions(read);
    const draft = await findDraft(read);
    const isKnown = versions.some((version) => version.id === id) || draft?.id === id;
    if (id === null || !isKnown) {
      throw new HttpProblem(404, "content/unknown_version", "There is no such version");
    }
    return { id, isDraft: draft?.id === id, isLatest: versions[0]?.id === id };
  };

  /** An earlier version. @throws HttpProblem 404, 409 */
  const earlierVersion = async (given: string): Promise<number> => {
    const { id, isDraft, isLatest } = await versionOf(given);
    if (isDraft) throw new HttpProblem(404, "content/unknown_version", "There is no such version");
    if (isLatest) {
      throw new HttpProblem(409, "content/already_published", "This version is published");
    }
    return id;
  };

  route(app, services, postComparison, async ({ person, body }) => {
    const { version, id, course } = body;
    if (version !== null) {
      await assertDraft(version);
      return order(person, "content-compare", { from: { tag: version }, course });
    }
    const from = { version: await earlierVersion(String(id ?? "")) };
    return order(person, "content-compare", { from, course });
  });

  route(app, services, postRollBack, async ({ person, params, body }) => {
    const id = await earlierVersion(params.id);
    return order(person, "content-roll-back", { id, ...body });
  });

  route(app, services, postSourceExport, async ({ person, params }) => {
    const { id } = await versionOf(params.id);
    return order(person, "content-export", { id });
  });
};
