import {
  type Assignment,
  type AssignmentState,
  getAssignment,
  getAssignments,
  getUploadedFile,
} from "../../contract/assignments.ts";
import { getAsset, getAssignmentImage } from "../../contract/content.ts";
import type { Id } from "../../contract/wire.ts";
import { appendEntries, createPages, createResource } from "../../core/create-resource.ts";
import type { Drafts } from "../../core/drafts.ts";
import { ATTACHMENT_TYPES, attachmentKind } from "../../domain/attachment.ts";
import { photoRequest } from "../../domain/photo-request.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { Result } from "../../lib/result.ts";
import type { RandomHex, ShrinkPhoto } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { SendForm } from "../../transport/send-form.ts";
import type { Send, SendForBytes } from "../../transport/transport.ts";
import { createAnswer } from "./assignment-answer.ts";
import { createHandIn } from "./assignment-hand-in.ts";

/** Why the assignments could not be loaded. */
export type AssignmentsFailure = { readonly kind: "not-fetched" | "invalid-content" };

/** Why a file could not be loaded. */
export type FileFailure = { readonly kind: "not-found" | "not-fetched" };

/** A student's assignment that waits for a tutor's answer. */
export interface WaitingAssignment extends Assignment {
  readonly student: NonNullable<Assignment["student"]>;
}

/** A picture in use. Its address is valid until it is released. */
/** The pixels that the picture of an assignment needs. */
const FIGURE_WIDTH = 960;

export interface PictureHandle {
  url: Promise<string | null>;
  release: () => void;
}

export interface AssignmentsOptions {
  send: Send;
  sendForBytes: SendForBytes;
  sendForm: SendForm;
  drafts: Drafts;
  shrink: ShrinkPhoto;
  randomHex: RandomHex;
  level: () => number;
}

/** Sorts open assignments before those that wait or are accepted. */
const ORDER: Record<AssignmentState, number> = { returned: 0, open: 1, uploaded: 2, accepted: 3 };

const inOrder = (assignments: readonly Assignment[]): readonly Assignment[] =>
  assignments.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]);

const isWaiting = (one: Assignment): one is WaitingAssignment => one.student !== null;

const keyOfWaiting = ({ id, student }: WaitingAssignment): string => `${id}/${student.id}`;

const failureOf = (failure: CallFailure): AssignmentsFailure => ({
  kind: failure.kind === "undecodable" && failure.json ? "invalid-content" : "not-fetched",
});

const isRefusal = (failure: CallFailure): boolean =>
  failure.kind === "refused" && failure.status < 500;

const pictureOf = (blob: Promise<Blob | null>): PictureHandle => {
  const url = blob.then((bytes) => bytes && URL.createObjectURL(bytes));
  return { url, release: () => void url.then((made) => made && URL.revokeObjectURL(made)) };
};

/** A cache of objects by key, each created on first use. */
const getOrCreate = <Value>(make: () => Value, map: Map<string, Value>, key: string): Value => {
  const known = map.get(key);
  if (known) return known;
  const value = make();
  map.set(key, value);
  return value;
};

/** The person's assignments, and for tutors those that wait for an answer. */
export const createAssignments = (options: AssignmentsOptions) => {
  const { send, sendForBytes } = options;
  const handIns = new Map<string, ReturnType<typeof createHandIn>>();
  const answers = new Map<string, ReturnType<typeof createAnswer>>();

  const own = createResource<readonly Assignment[], AssignmentsFailure>({
    async fetch(onNewer) {
      const answer = await send(getAssignments, { onNewer });
      if (!answer.ok) return Result.fail(failureOf(answer.failure));
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

  /**
   * For tutors: all assignments that wait for an answer. If the school has no such list, both value
   * and failure are null.
   */
  const waiting = createResource<readonly WaitingAssignment[], AssignmentsFailure | null>({
    async fetch(onNewer) {
      const query = { state: "uploaded" };
      const answer = await send(getAssignments, { query, onNewer });
      if (!answer.ok)
        return Result.fail(isRefusal(answer.failure) ? null : failureOf(answer.failure));
      const assignments: readonly Assignment[] = answer.value.assignments;
      const list = assignments.filter(isWaiting);
      // A school that does not implement the list sends the person's own assignments.
      if (list.length < assignments.length) return Result.fail(null);
      waitingPages.start(answer.value.cursor);
      return Result.ok(list);
    },
  });
  const waitingPages = createPages({
    resource: waiting,
    keyOf: keyOfWaiting,
    async fetch(before) {
      const answer = await send(getAssignments, { query: { state: "uploaded", before } });
      if (!answer.ok) return answer;
      const assignments: readonly Assignment[] = answer.value.assignments;
      return Result.ok({ entries: assignments.filter(isWaiting), cursor: answer.value.cursor });
    },
  });

  /** Adds earlier hand-ins to an assignment in a list. */
  const withEarlier = <Entry extends Assignment>(entry: Entry, earlier: Assignment): Entry => ({
    ...entry,
    uploads: appendEntries(earlier.uploads, entry.uploads, ({ id }) => id),
    uploads_cursor: earlier.uploads_cursor,
  });

  const bytesOf = async (
    asked: Promise<Result<Blob, CallFailure>>,
  ): Promise<Result<Blob, FileFailure>> => {
    const answer = await asked;
    if (answer.ok) return answer;
    const { failure } = answer;
    const notFound = failure.kind === "refused" && failure.status === 404;
    return Result.fail({ kind: notFound ? "not-found" : "not-fetched" });
  };

  const uploaded = (assignment: Assignment, uploadId: Id, fileName: string) =>
    bytesOf(sendForBytes(getUploadedFile, { params: { id: assignment.id, uploadId, fileName } }));

  return {
    own,
    waiting,
    /** Their pages after the first one. */
    ownPages,
    waitingPages,

    /** Fetches hand-ins before those of an assignment. @returns whether they could be fetched */
    async earlier({ id, student, uploads_cursor: before }: Assignment): Promise<boolean> {
      if (before === null) return true;
      const query = { before, ...(student && { student: student.id }) };
      const answer = await send(getAssignment, { params: { id }, query });
      if (!answer.ok) return false;
      const { assignment } = answer.value;
      if (student) {
        waiting.update(
          (list) =>
            list?.map((one) =>
              one.id === id && one.student.id === student.id ? withEarlier(one, assignment) : one,
            ) ?? null,
        );
      } else {
        own.update(
          (list) =>
            list?.map((one) => (one.id === id ? withEarlier(one, assignment) : one)) ?? null,
        );
      }
      return true;
    },

    /** Fetches the lists again, unless a request is running. */
    async load(): Promise<void> {
      await Promise.all([own.refresh(), options.level() >= TUTOR_LEVEL && waiting.refresh()]);
    },

    /** The hand-in for an assignment; it outlives the screen. */
    handIn: ({ id }: Assignment) =>
      getOrCreate(
        () =>
          createHandIn({
            ...options,
            assignmentId: id,
            onHandedIn(handedIn) {
              own.update((list) => list?.map((one) => (one.id === id ? handedIn : one)) ?? null);
            },
          }),
        handIns,
        String(id),
      ),

    /** A tutor's answer to the last upload of a student's assignment. */
    answer: (assignment: WaitingAssignment) =>
      getOrCreate(
        () => createAnswer({ send, drafts: options.drafts, assignment }),
        answers,
        `${assignment.id}/${assignment.student.id}/${assignment.uploads.at(-1)?.id}`,
      ),

    /** The sheet with the instructions. */
    instructions: ({ product, instructions }: Assignment) =>
      bytesOf(sendForBytes(getAsset, { query: { product, title: instructions ?? "" } })),

    /** The picture of what is to be made. */
    figure: (product: string, title: string): PictureHandle =>
      pictureOf(
        sendForBytes(getAssignmentImage, photoRequest({ product, title }, FIGURE_WIDTH)).then(
          (answer) => (answer.ok && answer.value.size > 0 ? answer.value : null),
        ),
      ),

    /** The bytes of an uploaded file. */
    file: uploaded,

    /**
     * An uploaded photo. It arrives without a media type, so the type is detected from its bytes.
     */
    photo: (assignment: Assignment, uploadId: Id, fileName: string): PictureHandle =>
      pictureOf(
        uploaded(assignment, uploadId, fileName).then(async (answer) => {
          if (!answer.ok) return null;
          const bytes = await answer.value.arrayBuffer();
          const kind = attachmentKind(new Uint8Array(bytes));
          return kind && kind !== "pdf"
            ? new Blob([bytes], { type: ATTACHMENT_TYPES[kind] })
            : null;
        }),
      ),
  };
};

export type Assignments = ReturnType<typeof createAssignments>;
