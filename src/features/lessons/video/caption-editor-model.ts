import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { UnsentTexts } from "../../../core/unsent-texts.ts";
import { formatSeconds, parseTime, type TimedText } from "../../../domain/timed-texts.ts";
import { type CallFailure, statusOf } from "../../../transport/call-failure.ts";
import type { Captions, CaptionsService, Replaced, VideoPlace } from "./captions.ts";

export interface CaptionLine {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly text: string;
}

type LineField = "start" | "end" | "text";

type LineProblem = "no-time" | "end-before-start" | "no-text";

type LineProblems = Partial<Record<LineField, LineProblem>>;

let lastId = 0;
const nextId = (): number => {
  lastId += 1;
  return lastId;
};

export const withId = (line: Omit<CaptionLine, "id">): CaptionLine => ({ id: nextId(), ...line });

/** A line with the text and times of a cue. */
export const toCaptionLine = ({ start, end, text }: TimedText): CaptionLine =>
  withId({ start: formatSeconds(start), end: formatSeconds(end), text });

/** The validation errors of a line; an empty object if it can be saved. */
export const validateLine = ({ start, end, text }: CaptionLine): LineProblems => {
  const [from, to] = [parseTime(start), parseTime(end)];
  const problems: LineProblems = {};
  if (from === null) problems.start = "no-time";
  if (to === null) problems.end = "no-time";
  else if (from !== null && to <= from) problems.end = "end-before-start";
  if (!text.trim()) problems.text = "no-text";
  return problems;
};

/** Sorts by start time. A line with an unreadable start stays behind the line before it. */
export const sortByStart = (lines: readonly CaptionLine[]): CaptionLine[] => {
  let before = 0;
  const keyed = lines.map((line) => {
    before = parseTime(line.start) ?? before;
    return { line, at: before };
  });
  return keyed.sort((a, b) => a.at - b.at).map(({ line }) => line);
};

/** Converts lines to cues with times in seconds. @returns null while any line is invalid */
export const toTimedTexts = (lines: readonly CaptionLine[]): TimedText[] | null => {
  const texts: TimedText[] = [];
  for (const line of lines) {
    const [start, end] = [parseTime(line.start), parseTime(line.end)];
    if (start === null || end === null || Object.keys(validateLine(line)).length > 0) return null;
    texts.push({ start, end, text: line.text.trim() });
  }
  return texts;
};

/** What differs between lines that are being written and captions that were saved meanwhile, by time. */
export const differingLines = (mine: readonly CaptionLine[], theirs: readonly TimedText[]) => {
  const wordsAt = (lines: readonly Omit<CaptionLine, "id">[]) =>
    new Map(lines.map(({ start, end, text }) => [`${start} – ${end}`, text.trim()]));
  const [mineAt, theirsAt] = [wordsAt(mine), wordsAt(theirs.map(toCaptionLine))];
  return [...new Set([...mineAt.keys(), ...theirsAt.keys()])]
    .toSorted()
    .map((time) => ({
      name: time,
      label: time,
      theirs: theirsAt.get(time) ?? "",
      mine: mineAt.get(time) ?? "",
    }))
    .filter((line) => line.theirs !== line.mine);
};

const kept = v.array(v.object({ start: v.string(), end: v.string(), text: v.string() }));

const keptReplaced = v.object({ isFirst: v.boolean(), version: v.nullable(v.string()) });

type Read = Captions & { readonly version: string | null };

interface CaptionEditorOptions {
  captions: CaptionsService;
  unsentTexts: UnsentTexts;
  place: VideoPlace;
  language: string;
}

/** The captions of a video in one language while a tutor writes them. */
export const createCaptionEditor = ({
  captions,
  unsentTexts,
  place,
  language,
}: CaptionEditorOptions) => {
  const name = ["captions", place.product, place.lesson, place.asset, language].join("/");
  const unsent = unsentTexts.of(name, kept);
  /** What the unsaved lines are to be saved in place of. */
  const unsentReplaced = unsentTexts.of(`${name}/replaced`, keptReplaced);
  const clearUnsent = () => {
    unsent.clear();
    unsentReplaced.clear();
  };
  const state = proxy({
    phase: "loading" as "loading" | "missing" | "ready",
    lines: [] as CaptionLine[],
    unsaved: false,
    /** Set by the first attempt to save. From then on, invalid fields are marked. */
    checked: false,
    saving: false,
    saved: false,
    failure: null as CallFailure | null,
    /** The English lines to translate; empty if this language has captions. */
    english: [] as readonly TimedText[],
    /** What somebody else has saved meanwhile; null: nothing, or it was decided on. */
    theirs: null as readonly TimedText[] | null,
  });
  let replaced: Replaced = { isFirst: true, version: null };
  let theirs = replaced;
  let present: readonly TimedText[] = [];

  /** The captions in this language that the school has. */
  const own = ({ language: given, texts, version }: Read) => {
    const inLanguage = given === language ? texts : [];
    return { texts: inLanguage, replaced: { isFirst: inLanguage.length === 0, version } };
  };

  const show = (read: Read) => {
    const { texts, replaced: now } = own(read);
    present = texts;
    state.english = read.language === language ? [] : [...read.texts];
    const left = unsent.read();
    replaced = (left && unsentReplaced.read()) ?? now;
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
    unsent.write(lines.map(({ start, end, text }) => ({ start, end, text })));
    unsentReplaced.write(replaced);
  };

  /** Fetches what somebody else has saved. If that fails, saving again finds it again. */
  const fetchTheirs = async (): Promise<void> => {
    const answer = await captions.read(place, language);
    if (!answer.ok) return;
    const { texts, replaced: now } = own(answer.value);
    [present, theirs] = [texts, now];
    state.theirs = [...texts];
  };

  const save = async (): Promise<boolean> => {
    if (state.saving) return false;
    state.lines = sortByStart(state.lines);
    Object.assign(state, { checked: true, saved: false, failure: null });
    const texts = toTimedTexts(state.lines);
    if (!texts) return false;
    const sent = state.lines;
    state.saving = true;
    const answer = await captions.save(place, { language, texts }, replaced);
    if (!answer.ok) {
      state.failure = answer.failure;
      // Somebody else has saved captions meanwhile.
      if (statusOf(answer.failure) === 409) await fetchTheirs();
      state.saving = false;
      return false;
    }
    state.saving = false;
    present = texts;
    replaced = { isFirst: texts.length === 0, version: answer.value };
    // Edits made while the request ran are still unsaved.
    if (state.lines === sent) {
      clearUnsent();
      Object.assign(state, { unsaved: false, checked: false, saved: true });
    } else change(state.lines);
    return true;
  };

  const discard = () => {
    clearUnsent();
    Object.assign(state, {
      lines: present.map(toCaptionLine),
      unsaved: false,
      checked: false,
      failure: null,
    });
  };

  /** From now on, it replaces what somebody else has saved. */
  const acceptTheirs = () => {
    replaced = theirs;
    Object.assign(state, { theirs: null, failure: null });
  };

  return {
    state,
    load,

    edit: (id: number, field: LineField, value: string) =>
      change(state.lines.map((line) => (line.id === id ? { ...line, [field]: value } : line))),

    /** Adds an empty line of two seconds. @returns its id */
    add(time: number): number {
      const line = toCaptionLine({ start: time, end: time + 2, text: "" });
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

    discard,

    /** @returns whether the captions were saved */
    save,

    /** Saves these in place of what somebody else has saved. */
    keepMine(): Promise<boolean> {
      acceptTheirs();
      return save();
    },

    takeTheirs() {
      acceptTheirs();
      discard();
    },
  };
};

export type CaptionEditorModel = ReturnType<typeof createCaptionEditor>;
