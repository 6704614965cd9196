import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { unsentTextsOf } from "../../app-context/unsent-texts.ts";
import { type Assignment, getAssignment } from "../../contract/assignments.ts";
import { type DeskWork, getDeskHandIn, postDeskAnswer } from "../../contract/desk.ts";
import { type Drawing, type DrawnPage, drawing } from "../../contract/drawing.ts";
import type { Id } from "../../contract/wire.ts";
import type { Failure } from "../../core/match-failure.ts";
import { createRequestKeys } from "../../core/request-keys.ts";
import { answerProblem, isDrawn } from "../../domain/hand-in-answer.ts";
import { type CallFailure, statusOf } from "../../transport/call-failure.ts";
import { inBase64 } from "./voice-recorder.ts";
import { createWorkFiles } from "./work-files.ts";

export const DECISIONS = ["accepted", "returned"] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * Why an answer was not sent: words or a drawing are missing, its text is none, there is another answer by now,
 * or what the school says.
 */
export type AnswerFailure = Failure<"missing" | "text" | "answered">;

const unsentSchema = v.object({
  text: v.string(),
  decision: v.nullable(v.picklist(DECISIONS)),
  drawings: v.array(drawing),
  /** When the answer was given that the tutor had seen at the start; null: there was none. */
  base: v.nullable(v.string()),
});

/** What a tutor has written and drawn. */
type UnsentAnswer = v.InferOutput<typeof unsentSchema>;

/** Whether two answers say the same. The school keeps no drawing that only turns its pages. */
const isSame = (one: UnsentAnswer, other: UnsentAnswer): boolean => {
  const contentsOf = ({ text, decision, drawings }: UnsentAnswer) => {
    const drawn = drawings.filter(({ pages }) => pages.some(({ shapes }) => shapes.length > 0));
    return JSON.stringify([text, decision, drawn]);
  };
  return contentsOf(one) === contentsOf(other);
};

/** The work on one hand-in: what it is, and the answer to it. */
const createWork = (app: App, id: Id) => {
  const { send, sendForBytes } = app.transport;
  const unsentTexts = unsentTextsOf(app);
  const unsent = unsentTexts.of(`desk/${id}`, unsentSchema);
  const state = proxy({
    /** Null until it is here. */
    value: null as DeskWork | null,
    failure: null as CallFailure | null,
    /** The assignment with the student's hand-ins; null until it is here. */
    task: null as Assignment | null,
    text: "",
    decision: null as Decision | null,
    drawings: ref([] as readonly Drawing[]),
    /** A recording that the school does not have yet. It lives as long as the page. */
    voice: null as Blob | null,
    /** Whether the recording that the school has stays. */
    keepsVoice: false,
    /** How often the form was filled with another answer. What shows the drawings begins anew then. */
    filled: 0,
    /** Whether the answer is being sent. */
    busy: false,
    problem: null as AnswerFailure | null,
    /** Whether somebody has answered since this answer was begun; theirs is in `value`. */
    hasOther: false,
    /** Whether that was the tutor, on another device or in another window. */
    isOwnOther: false,
  });
  /** The answer that the tutor has seen, by its time. */
  let base: string | null = null;
  let loading: Promise<void> | null = null;
  /** How often the answer was changed. */
  let changes = 0;
  /** The recording that was sent last: the answer may be taken back. */
  let spoken: Blob | null = null;
  const keys = createRequestKeys(app.machine.randomHex);
  let endRecording: (() => Promise<boolean> | null) | null = null;

  const fill = (from: UnsentAnswer): void => {
    state.text = from.text;
    state.decision = from.decision;
    state.drawings = ref(from.drawings);
    state.filled += 1;
    base = from.base;
    state.keepsVoice = Boolean(state.value?.hand_in.feedback?.voice);
  };

  const filled = (): UnsentAnswer => ({
    text: state.text,
    decision: state.decision,
    drawings: [...state.drawings] as UnsentAnswer["drawings"],
    base,
  });

  const keep = (): void => {
    state.problem = null;
    changes += 1;
    unsent.write(filled());
  };

  /** The answer that the school has. */
  const answerOf = ({ hand_in }: DeskWork): UnsentAnswer => ({
    text: hand_in.feedback?.text ?? "",
    decision: hand_in.state === "uploaded" ? null : hand_in.state,
    drawings: [...hand_in.drawings] as UnsentAnswer["drawings"],
    base: hand_in.answered,
  });

  const take = (value: DeskWork): void => {
    // The response to the answer tells more.
    if (state.busy) return;
    const isFirst = state.value === null;
    state.value = ref(value);
    const kept = unsent.read();
    const { answered, answered_by } = value.hand_in;
    const isOwn = answered_by === personIdOf(app);
    // The school has the answer, but its response was lost: the page was closed or the network cut.
    const isThere =
      kept &&
      isOwn &&
      answered !== kept.base &&
      isSame(kept, answerOf(value)) &&
      (!state.voice || value.hand_in.feedback?.voice);
    if (isThere) unsent.clear();
    if (!kept || isThere) {
      if (isThere) state.voice = null;
      state.hasOther = false;
      fill(answerOf(value));
      return;
    }
    if (isFirst) fill(kept);
    // An answer that has been taken back leaves nothing to replace.
    if (answered === null) base = null;
    state.hasOther = answered !== base;
    state.isOwnOther = isOwn;
  };

  const fetchValue = async (): Promise<void> => {
    state.failure = null;
    const answer = await send(getDeskHandIn, { params: { id } });
    if (answer.ok) take(answer.value);
    else if (!state.value || answer.failure.kind === "refused") {
      state.failure = answer.failure;
    }
  };

  /** Fetches the hand-in again. What has been written stays. */
  const load = (): Promise<void> => {
    loading ??= fetchValue().finally(() => {
      loading = null;
    });
    return loading;
  };

  /** Fetches the assignment, unless it is there: what it asks for, and the student's attempts. */
  const loadTask = async (): Promise<void> => {
    if (state.task || !state.value) return;
    const { hand_in, student } = state.value;
    const params = { id: hand_in.assignment_id };
    const answer = await send(getAssignment, { params, query: { student: student.id } });
    if (answer.ok) state.task = ref(answer.value.assignment);
  };

  const files = createWorkFiles(sendForBytes, () => state.value?.hand_in ?? null);

  return {
    id,
    state,
    load,
    files,

    /** Fetches the hand-in and its files before they are shown. */
    async prefetch(): Promise<void> {
      if (!state.value) await load();
      void loadTask();
      for (const position of state.value?.hand_in.files.keys() ?? [])
        await files.ofHandIn(position);
    },

    setText(text: string): void {
      state.text = text;
      keep();
    },

    /** @param voice null: the answer has no recording */
    setVoice(voice: Blob | null): void {
      state.voice = voice && ref(voice);
      state.keepsVoice = false;
      keep();
    },

    /** @param end ends the recording that is under way, if any; null: none can be begun */
    recordWith(end: typeof endRecording): void {
      endRecording = end;
    },

    pages: (position: number): readonly DrawnPage[] =>
      state.drawings.find((each) => each.file === position)?.pages ?? [],

    setPages(position: number, pages: readonly DrawnPage[]): void {
      const others = state.drawings.filter((each) => each.file !== position);
      const next = { file: position, pages } as Drawing;
      state.drawings = ref(
        [...others, ...(isDrawn(next) ? [next] : [])].toSorted((a, b) => a.file - b.file),
      );
      keep();
    },

    /**
     * Sends the answer. Returning requires words or a drawing.
     * @param replaces whether it is to take the place of the answer that another tutor has given
     * @returns whether the school has it; until then the text is kept
     */
    async answer(decision: Decision, replaces = false): Promise<boolean> {
      if (state.busy || !state.value) return false;
      // What the tutor is saying belongs to the answer.
      const ending = endRecording?.();
      if (ending) {
        state.busy = true;
        const isHandedOver = await ending;
        state.busy = false;
        if (!isHandedOver) return false;
      }
      if (state.hasOther && !replaces) {
        state.problem = { kind: "answered" };
        return false;
      }
      if (replaces) base = state.value.hand_in.answered;
      state.decision = decision;
      keep();
      const answered = {
        state: decision,
        text: state.text,
        drawings: [...state.drawings] as Drawing[],
        voice: state.keepsVoice ? "" : null,
      };
      const problem = answerProblem({ ...answered, voice: state.voice ? "" : answered.voice });
      if (problem) {
        state.problem = { kind: problem };
        return false;
      }
      unsentTexts.flush();
      state.busy = true;
      const before = changes;
      spoken = state.voice;
      if (state.voice) answered.voice = await inBase64(state.voice);
      const body = { ...answered, replaces: base };
      const headers = keys.headersFor(body);
      const answer = await send(postDeskAnswer, { params: { id }, headers, body: body as never });
      state.busy = false;
      if (!answer.ok) {
        const { failure } = answer;
        const isAnswered = statusOf(failure) === 409;
        if (isAnswered) await load();
        // An earlier attempt may have arrived.
        if (isAnswered && !unsent.read()) return true;
        state.problem = failure;
        return false;
      }
      keys.forget();
      state.hasOther = false;
      state.value = ref({ ...state.value, hand_in: answer.value.hand_in });
      base = answer.value.hand_in.answered;
      // What was changed while it was sent belongs to another answer.
      if (changes === before) {
        unsent.clear();
        state.voice = null;
        state.keepsVoice = Boolean(answer.value.hand_in.feedback?.voice);
      } else keep();
      return true;
    },

    /** Puts an answer that has been taken back into the form again. */
    takeBack(hand_in: DeskWork["hand_in"]): void {
      if (state.value) state.value = ref({ ...state.value, hand_in });
      base = hand_in.answered;
      state.voice = spoken && ref(spoken);
      state.keepsVoice &&= Boolean(hand_in.feedback?.voice);
      keep();
    },

    /** Gives up the own answer in favour of the one that the school has. */
    discard(): void {
      unsent.clear();
      state.voice = null;
      state.problem = null;
      state.hasOther = false;
      if (state.value) fill(answerOf(state.value));
    },
  };
};

export type Work = ReturnType<typeof createWork>;

/** How many hand-ins stay in memory with their files: the present one, its neighbours, and the last. */
const KEPT = 4;

/** The work on each hand-in that was opened. The ones that were used last are kept. */
export const createWorkCache = (app: App) => {
  const workCache = new Map<Id, Work>();
  return {
    of(id: Id): Work {
      const work = workCache.get(id) ?? createWork(app, id);
      workCache.delete(id);
      workCache.set(id, work);
      for (const old of [...workCache.keys()]) {
        if (workCache.size <= KEPT) break;
        const { busy, voice } = workCache.get(old)?.state ?? {};
        // A recording is nowhere else.
        if (!busy && !voice) workCache.delete(old);
      }
      return work;
    },
  };
};

export type WorkCache = ReturnType<typeof createWorkCache>;
