import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import {
  deleteDraft,
  getStaffContent,
  postDraftCheck,
  postDraftPublish,
  postRollBack,
  postSourceExport,
  type StaffContent,
} from "../../contract/staff-content.ts";
import type { Id } from "../../contract/wire.ts";
import { createResource } from "../../core/create-resource.ts";
import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";
import { createUpload } from "./upload.ts";

/** Long work on the content that the screen shows. */
export interface ContentWork {
  readonly id: Id;
  /** Such as `content-check`. */
  readonly kind: string;
}

/** The content of the school, and what its staff does with it. */
export const createContentService = (send: Send) => {
  const resource = createResource<StaffContent, CallFailure>({
    async fetch() {
      const answer = await send(getStaffContent);
      if (!answer.ok) return answer;
      const { job } = answer.value;
      // Work that another person has ordered, or that goes on after the page was opened again.
      if (job && !state.work) begin(job);
      return answer;
    },
  });
  const state = proxy({
    /** Null before the first work. */
    work: null as ContentWork | null,
    /** Whether the work has ended. */
    hasEnded: false,
    /** Why the last order was not taken. */
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

    publish: (version: string): Promise<void> =>
      order("content-publish", () =>
        send(postDraftPublish, { body: { version, published: latest() } }),
      ),

    goBack: (id: Id): Promise<void> =>
      order("content-roll-back", () =>
        send(postRollBack, { params: { id }, body: { published: latest() } }),
      ),

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

const create = (app: App): ContentService => createContentService(app.transport.send);

/** The school's content for the signed-in person. */
export const useContent = (): ContentService => useService(create);
