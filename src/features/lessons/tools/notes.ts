import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { App } from "../../../app-context/app.ts";
import { personIdOf } from "../../../app-context/person-id.ts";
import { useService } from "../../../app-context/service.ts";
import { getNotes, MAX_NOTE_LENGTH, type Note, putNote } from "../../../contract/notes.ts";
import type { Id } from "../../../contract/wire.ts";
import { createStored } from "../../../core/stored.ts";
import { Result } from "../../../lib/result.ts";
import type { Connectivity, KeyValue } from "../../../platform/ports.ts";
import {
  type CallFailure,
  codeOf,
  isUnknownCall,
  statusOf,
} from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";

/** A note that has not been sent to the school yet. */
interface PendingNote {
  readonly text: string;
  /** The school's text when this one was written. */
  readonly base: string;
}

/** Whether a text starts with another one, or contains it as whole lines. */
const includesNote = (whole: string, part: string): boolean =>
  whole.startsWith(part) || `\n${whole}\n`.includes(`\n${part}\n`);

/**
 * Merges a note of this machine with the school's text, which may have been changed on another
 * machine meanwhile. No text is lost.
 */
export const mergeNotes = ({ text, base }: PendingNote, theirs: string): string => {
  if (theirs === base || includesNote(text, theirs)) return text;
  if (includesNote(theirs, text)) return theirs;
  return `${theirs}\n\n${text}`;
};

/** The delay after the last keystroke before a note is sent to the school. */
const PAUSE_MS = 800;

const pendingNotes = v.record(v.string(), v.object({ text: v.string(), base: v.string() }));

/** Where a note is stored: at the school, being sent, on this machine only, or nowhere. */
export type NoteState = "saved" | "saving" | "kept" | "not-kept";

interface NotesOptions {
  send: Send;
  storage: KeyValue;
  connectivity: Connectivity;
  personId: Id;
}

/**
 * The person's private notes, one for each lesson. A note is stored on this machine at once, and
 * sent to the school soon after. If the school has no notes or cannot be reached, it stays here.
 *
 * It is no `createResource`: the school's notes are merged with those that wait here, also when the
 * request fails.
 */
export const createNotes = ({ send, storage, connectivity, personId }: NotesOptions) => {
  const stored = createStored(storage, `notes.${personId}.v1`, pendingNotes);
  const state = proxy({
    /** Whether the notes can be shown: the school has answered, or has not been reached. */
    ready: false,
    /** How often the notes were fetched. When it changes, a note on screen may be outdated. */
    version: 0,
    /** The state of each note that was changed since the notes were fetched, by lesson. */
    states: {} as Record<string, NoteState>,
  });
  /** The notes that the school has, by lesson. */
  const theirs = new Map<string, string>();
  /** The notes that could not be stored on this machine. */
  const unkept = new Map<string, PendingNote>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const underWay = new Set<string>();
  let loading: Promise<void> | null = null;
  let isOffered = true;

  const pending = (): Record<string, PendingNote> => ({
    ...stored.read(),
    ...Object.fromEntries(unkept),
  });

  /** Read again each time: another tab may have changed it. */
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
    const body = { text: note.text, replaces: note.base };
    const answer = await send(putNote, { params: { lessonId: lesson }, body });
    underWay.delete(lesson);
    if (!answer.ok) {
      stay(lesson);
      // Another machine has changed it: both texts are merged, and sent.
      if (codeOf(answer.failure) === "note/changed") await load();
      return;
    }
    theirs.set(lesson, note.text);
    const now = pending()[lesson];
    // The note was changed while it was being sent.
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

  /** Every page, because a note is looked up by its lesson. Later pages may fail on their own. */
  const fetchPages = async (
    onNewer: () => void,
  ): Promise<Result<{ notes: readonly Note[]; isWhole: boolean }, CallFailure>> => {
    const first = await send(getNotes, { onNewer });
    if (!first.ok) return first;
    const notes = [...first.value.notes];
    for (let { cursor } = first.value; cursor !== null; ) {
      const next = await send(getNotes, { query: { before: cursor } });
      if (!next.ok) return Result.ok({ notes, isWhole: false });
      notes.push(...next.value.notes);
      cursor = next.value.cursor;
    }
    return Result.ok({ notes, isWhole: true });
  };

  const fetchNotes = async (): Promise<void> => {
    const answer = await fetchPages(() => void Promise.resolve(loading).then(load));
    isOffered = answer.ok || !isUnknownCall(statusOf(answer.failure));
    if (answer.ok) {
      const { notes, isWhole } = answer.value;
      if (isWhole) theirs.clear();
      for (const note of notes) theirs.set(String(note.lesson_id), note.text);
      const fetched = new Set(notes.map((note) => String(note.lesson_id)));
      for (const [lesson, note] of Object.entries(pending())) {
        // A note that was not fetched must not be taken for one that was deleted.
        if (!isWhole && !fetched.has(lesson)) stay(lesson);
        else {
          const now = theirs.get(lesson) ?? "";
          keep(lesson, { text: mergeNotes(note, now), base: now });
          void save(lesson);
        }
      }
      state.version += 1;
    } else {
      for (const lesson of Object.keys(pending())) stay(lesson);
    }
    state.ready = true;
  };

  /** Fetches the school's notes, and sends the ones that wait here. */
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
    maxLength: MAX_NOTE_LENGTH,

    load,

    text: (lessonId: Id): string => {
      const lesson = String(lessonId);
      return pending()[lesson]?.text ?? theirs.get(lesson) ?? "";
    },

    /** Call it on every change of the text. */
    write(lessonId: Id, text: string): void {
      const lesson = String(lessonId);
      keep(lesson, { text, base: pending()[lesson]?.base ?? theirs.get(lesson) ?? "" });
      state.states[lesson] = "saving";
      clearTimeout(timers.get(lesson));
      timers.set(lesson, setTimeout(save, PAUSE_MS, lesson));
    },

    /** Sends a delayed note at once. */
    flush() {
      for (const lesson of [...timers.keys()]) void save(lesson);
    },
  };
};

type Notes = ReturnType<typeof createNotes>;

const create = (app: App) =>
  createNotes({
    send: app.transport.send,
    storage: app.machine.storage,
    connectivity: app.machine.connectivity,
    personId: personIdOf(app),
  });

export const useNotes = (): Notes => useService(create);
