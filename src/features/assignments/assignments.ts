import {
  type Assignment,
  type AssignmentState,
  getAssignments,
  getMarkedFile,
  getUploadedFile,
  getVoice,
  putAssignmentSeen,
  type Upload,
} from "../../contract/assignments.ts";
import { getAsset, getAssignmentImage } from "../../contract/content.ts";
import type { Unseen } from "../../contract/unseen.ts";
import type { Id } from "../../contract/wire.ts";
import type { Attachments } from "../../core/attachments.ts";
import { createPages, createResource } from "../../core/create-resource.ts";
import type { FileHandle } from "../../core/files.ts";
import type { UnsentTexts } from "../../core/unsent-texts.ts";
import { ATTACHMENT_TYPES, attachmentKind } from "../../domain/attachment.ts";
import { photoRequest } from "../../domain/picture-width.ts";
import { Result } from "../../lib/result.ts";
import type { RandomHex } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { SendForm } from "../../transport/send-form.ts";
import type { Send, SendForBytes } from "../../transport/transport.ts";
import { createHandIn, type HandIn } from "./assignment-hand-in.ts";
import { fetchEarlier } from "./shared-lists.ts";

/** The pixels that the picture of an assignment needs. */
const FIGURE_WIDTH = 960;

interface AssignmentsOptions {
  send: Send;
  sendForBytes: SendForBytes;
  sendForm: SendForm;
  unsentTexts: UnsentTexts;
  createAttachments: () => Attachments;
  randomHex: RandomHex;
  /** Called when the school knows that the answers to an assignment are seen. */
  onSeen?: (id: Id) => void;
}

/** Sorts open assignments before those that wait or are accepted. */
const ORDER: Record<AssignmentState, number> = { returned: 0, open: 1, uploaded: 2, accepted: 3 };

/** The date of the last answer to an assignment; empty: there is none. */
export const answeredOn = ({ uploads }: Assignment): string =>
  uploads.reduce((last, { feedback }) => (feedback?.date ?? last) || last, "");

const isNew = ({ uploads }: Assignment): boolean => uploads.some(({ feedback }) => feedback?.new);

/** The newest answer comes first with all that are not seen, then what is to be done. */
const inOrder = (assignments: readonly Assignment[]): readonly Assignment[] => {
  const newest = assignments.map(answeredOn).toSorted().at(-1);
  const rank = (one: Assignment): number =>
    isNew(one) || (newest && answeredOn(one) === newest) ? -1 : ORDER[one.state];
  return assignments.toSorted(
    (a, b) => rank(a) - rank(b) || (rank(a) < 0 ? answeredOn(b).localeCompare(answeredOn(a)) : 0),
  );
};

export const createAssignments = (options: AssignmentsOptions) => {
  const { send, sendForBytes } = options;
  const handIns = new Map<Id, HandIn>();

  const own = createResource<readonly Assignment[], CallFailure>({
    async fetch(onNewer) {
      const answer = await send(getAssignments, { onNewer });
      if (!answer.ok) return answer;
      const { assignments, cursor } = answer.value;
      ownPages.start(cursor);
      return Result.ok(inOrder(assignments));
    },
  });
  const ownPages = createPages({
    resource: own,
    keyOf: ({ id }) => id,
    async fetch(before) {
      const answer = await send(getAssignments, { query: { before } });
      if (!answer.ok) return answer;
      const { assignments, cursor } = answer.value;
      return Result.ok({ entries: inOrder(assignments), cursor });
    },
  });

  const change = (id: Id, next: (assignment: Assignment) => Assignment): void =>
    own.update((list) => list?.map((one) => (one.id === id ? next(one) : one)) ?? null);

  return {
    own,
    /** Its pages after the first one. */
    ownPages,
    ...fetchedFiles(sendForBytes),

    /** Fetches hand-ins before those of an assignment. @returns whether they could be fetched */
    async earlier(assignment: Assignment): Promise<boolean> {
      const add = await fetchEarlier(send, assignment);
      if (add) change(assignment.id, add);
      return add !== null;
    },

    /** Fetches the list again, unless a request is running. */
    load: own.refresh,

    /**
     * Tells the school that the answers to an assignment are seen. They stay new here until the list is
     * fetched again. If the school cannot be told, they are new at the next visit, too.
     */
    async seen({ id }: Assignment): Promise<void> {
      const answer = await send(putAssignmentSeen, { params: { id } });
      if (answer.ok) options.onSeen?.(id);
    },

    /** Fetches the list again if it is here and an answer is newer than what it has. */
    async follow(answers: Unseen["answers"]): Promise<void> {
      const { value } = own.state;
      const isOlder = ({ id, date }: Unseen["answers"][number]) =>
        value?.some((one) => one.id === id && answeredOn(one) < (date ?? ""));
      if (answers.some(isOlder)) await own.refresh();
    },

    /** The hand-in for an assignment; it outlives the screen. */
    handIn({ id }: Assignment): HandIn {
      const onHandedIn = (handedIn: Assignment) => change(id, () => handedIn);
      const handIn = handIns.get(id) ?? createHandIn({ ...options, assignmentId: id, onHandedIn });
      handIns.set(id, handIn);
      return handIn;
    },

    /** The sheet with the instructions. */
    instructions: ({ product, instructions }: Assignment) =>
      sendForBytes(getAsset, { query: { product, title: instructions ?? "" } }),

    /** The picture of what is to be made. */
    figure: (product: string, title: string): FileHandle =>
      pictureOf(
        sendForBytes(getAssignmentImage, photoRequest({ product, title }, FIGURE_WIDTH)).then(
          (answer) => (answer.ok && answer.value.size > 0 ? answer.value : null),
        ),
      ),
  };
};

export type Assignments = ReturnType<typeof createAssignments>;

const pictureOf = (blob: Promise<Blob | null>): FileHandle => {
  const url = blob.then((bytes) => bytes && URL.createObjectURL(bytes));
  return { url, release: () => void url.then((made) => made && URL.revokeObjectURL(made)) };
};

/** A photo. It arrives without a media type, so the type is detected from its bytes. */
const photoOf = (asked: Promise<Result<Blob, CallFailure>>): FileHandle =>
  pictureOf(
    asked.then(async (answer) => {
      if (!answer.ok) return null;
      const bytes = await answer.value.arrayBuffer();
      const kind = attachmentKind(new Uint8Array(bytes));
      return kind && kind !== "pdf" && kind !== "draft"
        ? new Blob([bytes], { type: ATTACHMENT_TYPES[kind] })
        : null;
    }),
  );

/** Fetches the files of hand-ins, and the copies that a tutor has drawn on. */
const fetchedFiles = (sendForBytes: SendForBytes) => {
  const file = ({ id }: Assignment, uploadId: Id, fileName: string) =>
    sendForBytes(getUploadedFile, { params: { id, uploadId, fileName } });

  const marked = ({ id }: Assignment, uploadId: Id, position: number) =>
    sendForBytes(getMarkedFile, { params: { id, uploadId, position } });

  return {
    /** The bytes of an uploaded file. */
    file,
    /** The bytes of its marked copy. @param position counts the files of the hand-in from 0 */
    marked,
    /** The recording with the answer to a hand-in; null if it cannot be fetched. */
    async voice({ id }: Assignment, { id: uploadId, feedback }: Upload): Promise<Blob | null> {
      const query = { answered: feedback?.date ?? "" };
      const answer = await sendForBytes(getVoice, { params: { id, uploadId }, query });
      return answer.ok ? new Blob([answer.value], { type: feedback?.voice?.type ?? "" }) : null;
    },
    photo: (...of: Parameters<typeof file>) => photoOf(file(...of)),
    markedPhoto: (...of: Parameters<typeof marked>) => photoOf(marked(...of)),
  };
};
