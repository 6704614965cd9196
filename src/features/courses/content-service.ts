import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { createDraftResource } from "../../app-context/draft-resource.ts";
import { useService } from "../../app-context/service.ts";
import {
  type CheckedDraft,
  checkedContent,
  deleteDraft,
  getStaffContent,
  MAX_VERSION_NOTE,
  postComparison,
  postDraftCheck,
  postDraftPublish,
  postRollBack,
  postSourceExport,
  type StaffContent,
} from "../../contract/staff-content.ts";
import { type DraftStep, getDraftSteps, postUndo } from "../../contract/staff-editor.ts";
import type { Id } from "../../contract/wire.ts";
import { createResource } from "../../core/create-resource.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import { parseJson } from "../../lib/parse-json.ts";
import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { createUpload } from "./upload.ts";

/** Long work on the content that the screen shows. */
export interface ContentWork {
  readonly id: Id;
  /** Such as `content-check`. */
  readonly kind: string;
}

export const NOT_ORDERED = {
  "account/limit_reached": "staff.too-many-jobs",
  404: "staff-content.other",
  409: "staff-content.other",
  else: "staff-content.not-sent",
} as const satisfies FailureTable;

/** What can be published: the draft by its `version`, or an earlier version by its id; one course of it, or all. */
export interface Publishable {
  readonly from:
    | { readonly version: string; readonly id?: undefined }
    | { readonly version?: undefined; readonly id: Id };
  /** The key of the course; null: all of them. */
  readonly course: string | null;
}

/** What is to be published once somebody has seen what it changes. */
export interface AskedPublish extends Publishable {
  readonly title: string;
  /** Said above what changes. */
  readonly hint: string;
  readonly act: string;
}

/** The most characters of what somebody says of a version. */
export const MAX_NOTE = MAX_VERSION_NOTE;

/** What a comparison has found, from the result of its job; null until there is one. */
export const readComparison = (result: string): CheckedDraft | null =>
  result === "" ? null : parseJson(result, checkedContent);

/** The content of the school, and what its staff does with it. */
export const createContentService = (app: Pick<App, "language" | "transport">) => {
  const { send } = app.transport;
  const resource = createDraftResource<StaffContent>(app, async () => {
    const answer = await send(getStaffContent);
    const job = answer.ok && answer.value.job;
    // Work that another person has ordered, or that goes on after the page was opened again.
    if (job && !state.work) begin(job);
    return answer;
  });
  const state = proxy({
    /** Null before the first work. */
    work: null as ContentWork | null,
    hasEnded: false,
    failure: null as CallFailure | null,
    isOrdering: false,
  });

  const begin = (work: ContentWork): void => {
    Object.assign(state, { work, hasEnded: false });
  };

  /** Orders long work, one at a time. */
  const order = async (
    kind: string,
    call: () => Promise<Result<{ readonly job: Id }, CallFailure>>,
  ): Promise<void> => {
    if (state.isOrdering) return;
    Object.assign(state, { isOrdering: true, failure: null });
    const answer = await call();
    state.isOrdering = false;
    if (answer.ok) begin({ id: answer.value.job, kind });
    else {
      state.failure = answer.failure;
      // What was done before would stand above what was not done now.
      if (state.hasEnded) state.work = null;
      await resource.refresh();
    }
  };

  const latest = (): number | null => {
    const id = resource.state.value?.versions[0]?.id;
    return typeof id === "number" ? id : null;
  };

  const check = (version: string): Promise<void> =>
    order("content-check", () => send(postDraftCheck, { body: { version } }));

  const upload = createUpload(send, (taken) => {
    if (taken.kind === "job") begin({ id: taken.id, kind: "content-unpack" });
    else void check(taken.version);
    void resource.refresh();
  });

  return {
    state,
    content: resource,
    upload,
    check,

    /** Orders to say what would change. @returns the job; null if it was not ordered */
    async compare({ from, course }: Publishable): Promise<Id | null> {
      state.failure = null;
      const body = { version: from.version ?? null, id: from.id ?? null, course };
      const answer = await send(postComparison, { body });
      if (!answer.ok) state.failure = answer.failure;
      return answer.ok ? answer.value.job : null;
    },

    /** Publishes the draft or an earlier version, whole or one course of it. */
    publish({ from, course }: Publishable, note: string): Promise<void> {
      const { version, id } = from;
      const body = { published: latest(), course, note };
      return version === undefined
        ? order("content-roll-back", () => send(postRollBack, { params: { id }, body }))
        : order("content-publish", () => send(postDraftPublish, { body: { version, ...body } }));
    },

    exportZip: (id: Id): Promise<void> =>
      order("content-export", () => send(postSourceExport, { params: { id } })),

    async discard(version: string): Promise<void> {
      state.failure = null;
      const answer = await send(deleteDraft, { query: { replaces: version } });
      if (!answer.ok) state.failure = answer.failure;
      await resource.refresh();
    },

    /** Shows what has come of the work, and checks what was unpacked. */
    async ended(
      { id, kind }: ContentWork,
      isDone: boolean,
      differing: readonly string[] = [],
    ): Promise<void> {
      // It is shown once more when the language of the app changes.
      if (state.hasEnded || state.work?.id !== id) return;
      state.hasEnded = true;
      if (differing.length > 0 && upload.differs(differing)) state.work = null;
      if (kind !== "content-unpack" || !isDone) return resource.refresh();
      // Nothing else is ordered between the unpacking and its check, which would not take place then.
      state.isOrdering = true;
      await resource.refresh();
      state.isOrdering = false;
      const draft = resource.state.value?.draft;
      if (draft && !draft.checked) await check(draft.version);
    },
  };
};

type ContentService = ReturnType<typeof createContentService>;

/** The school's content for the signed-in person. */
export const useContent = (): ContentService => useService(createContentService);

/** The latest changes of drafts, and the way back of each. */
export const createUndo = ({ transport: { send } }: App) => {
  const steps = createResource<readonly DraftStep[], CallFailure>({
    async fetch() {
      const answer = await send(getDraftSteps);
      return answer.ok ? { ...answer, value: answer.value.steps } : answer;
    },
  });
  const state = proxy({
    failure: null as CallFailure | null,
    isDone: false,
  });
  return {
    steps,
    state,
    async undo(id: string): Promise<void> {
      Object.assign(state, { failure: null, isDone: false });
      const answer = await send(postUndo, { params: { id } });
      if (answer.ok) state.isDone = true;
      else state.failure = answer.failure;
      await steps.refresh();
    },
  };
};
