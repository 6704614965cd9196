import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { Drafts } from "../../../core/drafts.ts";
import type { TimedText } from "../../../domain/timed-texts.ts";
import {
  type CaptionLine,
  emptyLine,
  type LineField,
  sortByStart,
  toCaptionLine,
  toTimedTexts,
  withId,
} from "./caption-lines.ts";
import type { Captions, CaptionsService, SaveFailure, VideoPlace } from "./captions.ts";

const kept = v.array(v.object({ start: v.string(), end: v.string(), text: v.string() }));

export interface CaptionDraftOptions {
  captions: CaptionsService;
  drafts: Drafts;
  place: VideoPlace;
  language: string;
}

/** The captions of a video in one language while a tutor writes them. */
export const createCaptionDraft = ({ captions, drafts, place, language }: CaptionDraftOptions) => {
  const name = ["captions", place.product, place.lesson, place.asset, language].join("/");
  const draft = drafts.draft(name, kept);
  const state = proxy({
    phase: "loading" as "loading" | "missing" | "ready",
    lines: [] as CaptionLine[],
    /** There are unsaved changes. */
    unsaved: false,
    /** Set by the first attempt to save. From then on, invalid fields are marked. */
    checked: false,
    saving: false,
    saved: false,
    failure: null as SaveFailure | null,
    /** The English lines to translate; empty if this language has captions. */
    english: [] as readonly TimedText[],
  });
  let isFirst = true;
  let present: readonly TimedText[] = [];

  const show = ({ language: given, texts }: Captions) => {
    const own = given === language;
    present = own ? texts : [];
    isFirst = present.length === 0;
    state.english = own ? [] : [...texts];
    const left = draft.read();
    state.lines = left ? left.map(withId) : present.map(toCaptionLine);
    state.unsaved = left !== null;
    state.phase = "ready";
  };

  const load = async (): Promise<void> => {
    state.phase = "loading";
    const answer = await captions.read(place, language);
    if (answer.ok) show(answer.value);
    else state.phase = "missing";
  };

  const change = (lines: CaptionLine[]) => {
    Object.assign(state, { lines, unsaved: true, saved: false });
    draft.write(lines.map(({ start, end, text }) => ({ start, end, text })));
  };

  return {
    state,
    load,

    edit: (id: number, field: LineField, value: string) =>
      change(state.lines.map((line) => (line.id === id ? { ...line, [field]: value } : line))),

    /** @returns the new line's id */
    add(time: number): number {
      const line = emptyLine(time);
      change(sortByStart([...state.lines, line]));
      return line.id;
    },

    remove: (id: number) => change(state.lines.filter((line) => line.id !== id)),

    /** Call it when the times of a line have been edited. */
    sort() {
      const sorted = sortByStart(state.lines);
      if (sorted.some(({ id }, index) => id !== state.lines[index]?.id)) change(sorted);
    },

    translate: () => change(state.english.map(toCaptionLine)),

    discard() {
      draft.clear();
      Object.assign(state, {
        lines: present.map(toCaptionLine),
        unsaved: false,
        checked: false,
        failure: null,
      });
    },

    /** @returns whether the captions were saved */
    async save(): Promise<boolean> {
      if (state.saving) return false;
      state.lines = sortByStart(state.lines);
      Object.assign(state, { checked: true, saved: false, failure: null });
      const texts = toTimedTexts(state.lines);
      if (!texts) return false;
      const sent = state.lines;
      state.saving = true;
      const answer = await captions.save(place, { language, texts }, isFirst);
      state.saving = false;
      if (!answer.ok) {
        state.failure = answer.failure;
        // The conflict is known now, so the next save replaces the other captions.
        if (answer.failure.kind === "written-meanwhile") isFirst = false;
        return false;
      }
      present = texts;
      isFirst = texts.length === 0;
      // Edits made while the request ran are still unsaved.
      if (state.lines === sent) {
        draft.clear();
        Object.assign(state, { unsaved: false, checked: false, saved: true });
      }
      return true;
    },
  };
};

export type CaptionDraft = ReturnType<typeof createCaptionDraft>;
