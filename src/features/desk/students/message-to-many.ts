import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import { unsentTextsOf } from "../../../app-context/unsent-texts.ts";
import { postDeskMessage } from "../../../contract/desk-students.ts";
import type { Id } from "../../../contract/wire.ts";
import { uuid } from "../../../lib/uuid.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";

/** Those who get a message: students, or all of a course. */
export type Recipients = { readonly students: readonly Id[] } | { readonly course: Id };

const stored = v.object({
  subject: v.string(),
  body: v.string(),
  /** The key and the content with which it was last sent. */
  sent: v.nullish(v.object({ key: v.string(), contents: v.string() }), null),
});

/**
 * The message to several students that is being written. Its text is kept on this machine until it is
 * sent, whoever it goes to.
 */
const create = (app: App) => {
  const { send } = app.transport;
  const unsentTexts = unsentTextsOf(app);
  const unsent = unsentTexts.of("desk-message", stored);
  const kept = unsent.read();
  const state = proxy({
    subject: kept?.subject ?? "",
    body: kept?.body ?? "",
    isSending: false,
    failure: null as CallFailure | null,
  });
  /** A message that may have arrived is repeated with its key, so that nobody gets it twice. */
  let sent = kept?.sent ?? null;

  const keep = () => unsent.write({ subject: state.subject, body: state.body, sent });

  return {
    state,

    write(change: { subject?: string; body?: string }): void {
      if (state.isSending) return;
      Object.assign(state, change);
      state.failure = null;
      if (state.subject || state.body) keep();
      else unsent.clear();
    },

    /** Forgets why the last try failed, as somebody else is written to. */
    open(): void {
      state.failure = null;
    },

    /** @returns how many got it, once the school has it; else null, and the text stays */
    async send(to: Recipients): Promise<number | null> {
      if (state.isSending) return null;
      state.failure = null;
      const { subject, body } = state;
      const contents = JSON.stringify([subject, body, to]);
      if (sent?.contents !== contents) sent = { key: uuid(app.machine.randomHex), contents };
      keep();
      unsentTexts.flush();
      state.isSending = true;
      const answer = await send(postDeskMessage, {
        body: {
          subject,
          body,
          students: "students" in to ? [...to.students] : null,
          course: "course" in to ? to.course : null,
        },
        headers: { "Idempotency-Key": sent.key },
      });
      state.isSending = false;
      if (!answer.ok) {
        state.failure = answer.failure;
        return null;
      }
      sent = null;
      unsent.clear();
      Object.assign(state, { subject: "", body: "" });
      return answer.value.sent;
    },
  };
};

/** The message to several students that the signed-in tutor is writing. */
export const useMessageToMany = () => useService(create);
