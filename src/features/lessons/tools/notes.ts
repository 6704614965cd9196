import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { getNotes, NOTE_MAX_LENGTH, putNote } from "../../../contract/notes.ts";
import type { Id } from "../../../contract/wire.ts";
import { createStored } from "../../../core/stored.ts";
import { mergeNotes, type PendingNote } from "../../../domain/note-merge.ts";
import type { Connectivity, KeyValue } from "../../../platform/ports.ts";
import type { Send } from "../../../transport/transport.ts";

/** How long typing has to pause before the school is told. */
const PAUSE_MS = 800;

const pendingNotes = v.record(v.string(), v.object({ text: v.string(), base: v.string() }));

/** Statuses of a school that does not know the call. */
const UNKNOWN_CALL = new Set([404, 405, 501]);

/** Where a note is: with the school, on its way there, on this machine alone, or nowhere. */
export type NoteState = "saved" | "saving" | "kept" | "not-kept";

export interface NotesOptions {
  send: Send;
  storage: KeyValue;
  connectivity: Connectivity;
  personId: Id;
}

/**
 * Notes to oneself, one on each lesson. What is typed is on this machine at once, and with the
 * school soon after; where the school takes none, or is not to be reached, it stays here.
 */
export const createNotes = ({ send, storage, connectivity, personId }: NotesOptions) => {
  const stored = createStored(storage, `notes.${personId}.v1`, pendingNotes);
  const state = proxy({
    /** Whether the notes can be shown: the school has answered, or has not been reached. */
    ready: false,
    /** Counts how often they were fetched: what is shown may be outdated then. */
    version: 0,
    /** By lesson, for the notes that were written since they were fetched. */
    states: {} as Record<string, NoteState>,
  });
  /** What the school has, by lesson. */
  const theirs = new Map<string, string>();
  /** What storage refused. */
  const unkept = new Map<string, PendingNote>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const underWay = new Set<string>();
  let loading: Promise<void> | null = null;
  let isOffered = true;

  const pending = (): Record<string, PendingNote> => ({
    ...stored.read(),
    ...Object.fromEntries(unkept),
  });

  /** Read anew each time: another tab may have written meanwhile. */
  const keep = (lesson: string, note: PendingNote | null): boolean => {
    const { [lesson]: _, ...others } = stored.read() ?? {};
    const next = note ? { ...others, [lesson]: note } : others;
    if (Object.keys(next).length === 0) stored.clear();
    else if (!stored.write(next)) {
      if (note) unkept.set(lesson, note);
      return false;
    }
    unkept.delete(lesson);
    return true;
  };

  const stay = (lesson: string) => {
    state.states[lesson] = unkept.has(lesson) ? "not-kept" : "kept";
  };

  const save = async (lesson: string): Promise<void> => {
    clearTimeout(timers.get(lesson));
    timers.delete(lesson);
    const note = pending()[lesson];
    if (!note || underWay.has(lesson)) return;
    if (!isOffered) return stay(lesson);
    underWay.add(lesson);
    state.states[lesson] = "saving";
    const answer = await send(putNote, { params: { lessonId: lesson }, body: { text: note.text } });
    underWay.delete(lesson);
    if (!answer.ok) return stay(lesson);
    theirs.set(lesson, note.text);
    const now = pending()[lesson];
    // It went on being written meanwhile.
    if (now && now.text !== note.text) {
      keep(lesson, { text: now.text, base: note.text });
      return save(lesson);
    }
    keep(lesson, null);
    state.states[lesson] = "saved";
  };

  const saveAll = () => {
    for (const lesson of Object.keys(pending())) void save(lesson);
  };

  const fetchNotes = async (): Promise<void> => {
    const answer = await send(getNotes, {
      onNewer: () => void Promise.resolve(loading).then(load),
    });
    isOffered =
      answer.ok || answer.failure.kind !== "refused" || !UNKNOWN_CALL.has(answer.failure.status);
    if (answer.ok) {
      theirs.clear();
      for (const note of answer.value.notes) theirs.set(String(note.lesson_id), note.text);
      for (const [lesson, note] of Object.entries(pending())) {
        const now = theirs.get(lesson) ?? "";
        keep(lesson, { text: mergeNotes(note, now), base: now });
      }
      state.version += 1;
      saveAll();
    } else {
      for (const lesson of Object.keys(pending())) stay(lesson);
    }
    state.ready = true;
  };

  /** Asks the school what it has; what waits here goes to it. */
  const load = (): Promise<void> => {
    loading ??= fetchNotes().finally(() => {
      loading = null;
    });
    return loading;
  };

  connectivity.subscribe((online) => {
    if (online) saveAll();
  });

  return {
    state,
    maxLength: NOTE_MAX_LENGTH,

    load,

    text: (lessonId: Id): string => {
      const lesson = String(lessonId);
      return pending()[lesson]?.text ?? theirs.get(lesson) ?? "";
    },

    /** Call it as people type. */
    write(lessonId: Id, text: string): void {
      const lesson = String(lessonId);
      keep(lesson, { text, base: pending()[lesson]?.base ?? theirs.get(lesson) ?? "" });
      state.states[lesson] = "saving";
      clearTimeout(timers.get(lesson));
      timers.set(lesson, setTimeout(save, PAUSE_MS, lesson));
    },

    /** Tells the school at once what waits for a pause. */
    flush() {
      for (const lesson of [...timers.keys()]) void save(lesson);
    },
  };
};

export type Notes = ReturnType<typeof createNotes>;
