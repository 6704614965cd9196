import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type Assignment, postFeedback } from "../../contract/assignments.ts";
import type { Drafts } from "../../core/drafts.ts";
import type { Failure } from "../../core/match-failure.ts";
import type { Send } from "../../transport/transport.ts";

export interface AnswerOptions {
  send: Send;
  drafts: Drafts;
  assignment: Assignment;
}

/** A tutor's answer to the last upload of a student's assignment. */
export const createAnswer = ({ send, drafts, assignment }: AnswerOptions) => {
  const upload = assignment.uploads.at(-1);
  const draft = drafts.draft(`assignment-answer/${upload?.id}`, v.string());
  const state = proxy({
    text: draft.read() ?? "",
    busy: false,
    failure: null as Failure<"missing"> | null,
    /** The last answer that was sent. */
    given: null as "accepted" | "returned" | null,
  });

  return {
    state,

    setText(text: string) {
      state.text = text;
      draft.write(text);
    },

    /** Accepts or returns the assignment. Returning it requires a reason. */
    async give(given: "accepted" | "returned"): Promise<void> {
      if (state.busy || !upload || !assignment.student) return;
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
        draft.clear();
        state.given = given;
      } else {
        state.failure = answer.failure;
      }
    },
  };
};

export type Answer = ReturnType<typeof createAnswer>;
