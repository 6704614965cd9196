import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type Assignment, getAssignments, postFeedback } from "../../contract/assignments.ts";
import { createPages, createResource } from "../../core/create-resource.ts";
import type { Failure } from "../../core/match-failure.ts";
import type { UnsentTexts } from "../../core/unsent-texts.ts";
import { Result } from "../../lib/result.ts";
import { type CallFailure, statusOf } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";
import { fetchEarlier } from "./shared-lists.ts";

/** A student's assignment that waits for a tutor's answer. */
export interface WaitingAssignment extends Assignment {
  readonly student: NonNullable<Assignment["student"]>;
}

const isWaiting = (one: Assignment): one is WaitingAssignment => one.student !== null;

interface WaitingOptions {
  send: Send;
  unsentTexts: UnsentTexts;
}

/** For tutors: all students' assignments that wait for an answer. */
export const createWaiting = (options: WaitingOptions) => {
  const { send } = options;
  const answers = new Map<string, Answer>();

  /** If the school has no such list, both value and failure are null. */
  const waiting = createResource<readonly WaitingAssignment[], CallFailure | null>({
    async fetch(onNewer) {
      const query = { state: "uploaded" };
      const answer = await send(getAssignments, { query, onNewer });
      if (!answer.ok) {
        const status = statusOf(answer.failure);
        return status > 0 && status < 500 ? Result.fail(null) : answer;
      }
      const assignments: readonly Assignment[] = answer.value.assignments;
      const list = assignments.filter(isWaiting);
      // A school that does not implement the list sends the person's own assignments.
      if (list.length < assignments.length) return Result.fail(null);
      pages.start(answer.value.cursor);
      return Result.ok(list);
    },
  });
  const pages = createPages({
    resource: waiting,
    keyOf: ({ id, student }) => `${id}/${student.id}`,
    async fetch(before) {
      const answer = await send(getAssignments, { query: { state: "uploaded", before } });
      if (!answer.ok) return answer;
      const assignments: readonly Assignment[] = answer.value.assignments;
      return Result.ok({ entries: assignments.filter(isWaiting), cursor: answer.value.cursor });
    },
  });

  return {
    state: waiting.state,
    /** The pages after the first one. */
    pages,
    /** Fetches the list again, unless a request is running. */
    load: waiting.refresh,

    /** Fetches hand-ins before those of an assignment. @returns whether they could be fetched */
    async earlier(assignment: Assignment): Promise<boolean> {
      const add = await fetchEarlier(send, assignment);
      if (add) waiting.update((list) => list?.map(add) ?? null);
      return add !== null;
    },

    /** The answer to the last upload of a student's assignment. It outlives the screen. */
    answer(assignment: WaitingAssignment): Answer {
      const { id, student, uploads } = assignment;
      const key = `${id}/${student.id}/${uploads.at(-1)?.id}`;
      const answer = answers.get(key) ?? createAnswer(options, assignment);
      answers.set(key, answer);
      return answer;
    },
  };
};

type Answer = ReturnType<typeof createAnswer>;

/** A tutor's answer to the last upload of a student's assignment. */
const createAnswer = ({ send, unsentTexts }: WaitingOptions, assignment: WaitingAssignment) => {
  const upload = assignment.uploads.at(-1);
  const unsent = unsentTexts.of(`assignment-answer/${upload?.id}`, v.string());
  const state = proxy({
    text: unsent.read() ?? "",
    busy: false,
    failure: null as Failure<"missing"> | null,
    /** The last answer that was sent. */
    given: null as "accepted" | "returned" | null,
  });

  return {
    state,

    setText(text: string) {
      state.text = text;
      unsent.write(text);
    },

    /** Accepts or returns the assignment. Returning it requires a reason. */
    async give(given: "accepted" | "returned"): Promise<void> {
      if (state.busy || !upload) return;
      const { text } = state;
      state.failure = null;
      if (given === "returned" && !text.trim()) {
        state.failure = { kind: "missing" };
        return;
      }
      state.busy = true;
      const answer = await send(postFeedback, {
        params: { id: assignment.id },
        body: { student_id: assignment.student.id, upload_id: upload.id, state: given, text },
      });
      state.busy = false;
      if (answer.ok) {
        unsent.clear();
        state.given = given;
      } else {
        state.failure = answer.failure;
      }
    },
  };
};
