import { proxy, ref } from "valtio/vanilla";
import {
  amountsOf,
  type DrawnPage,
  type Ink,
  MAX_DRAWN_PAGES,
  MAX_INK,
  MAX_POINTS,
  MAX_SHAPE_TEXT,
  MAX_SHAPES,
  MAX_TEXT,
  type Point,
  type Shape,
} from "../../contract/drawing.ts";
import { type LengthUnit, scaleOf } from "../../domain/drawn-length.ts";
import { numberPins } from "../../domain/pins.ts";
import { DRAWING_WIDTH } from "../../lib/drawing-width.ts";
import { clamp, turnShapes } from "./shape-geometry.ts";

/** What the pointer does on a page. `hand` moves the page and selects shapes. */
export type Tool = "hand" | "pen" | "line" | "arrow" | "text" | "measure" | "pin";

/** Whether a tool asks for words at one point. */
export const isForWords = (tool: Tool): tool is "text" | "pin" => tool === "text" || tool === "pin";

/** What a drawing has no more room for. */
type FullPart = "shapes" | "strokes" | "text" | "pages";

/** How much may still be drawn with the pen on a file, in points and in units of length. */
export interface PenRoom {
  readonly points: number;
  readonly ink: number;
}

type MeasuredLine = Extract<Shape, { kind: "measure" }>;
type Pages = readonly DrawnPage[];

interface MarkingOptions {
  /** What has been drawn before. */
  pages: Pages;
  /** In what lengths are told on pages that are drawn on now. */
  unit: LengthUnit;
  /** Called with all pages that are drawn on or turned, after each change. */
  onChange: (pages: Pages) => void;
}

/** The limits of a drawing that the editor tells: of a page, of a file, and of a text. */
export const LIMITS = {
  shapes: MAX_SHAPES,
  pages: MAX_DRAWN_PAGES,
  textLength: MAX_SHAPE_TEXT,
} as const;

const MAX_UNDO = 300;

/** One list for all pages without shapes, so that two of them are the same. */
const NO_SHAPES: readonly Shape[] = [];

const hasMarks = ({ shapes, turn }: DrawnPage): boolean => shapes.length > 0 || turn !== 0;

const amountsOn = (pages: Pages) => amountsOf(pages.flatMap(({ shapes }) => shapes));

/** What a drawing has too much of, as the school would refuse it; null if it fits. */
const fullPartOf = (pages: Pages): FullPart | null => {
  if (pages.length > MAX_DRAWN_PAGES) return "pages";
  if (pages.some(({ shapes }) => shapes.length > MAX_SHAPES)) return "shapes";
  const { points, ink, text } = amountsOn(pages);
  if (points > MAX_POINTS || ink > MAX_INK) return "strokes";
  return text > MAX_TEXT ? "text" : null;
};

/** What a tutor draws on the pages of one file. */
export const createMarking = ({ pages: before, unit, onChange }: MarkingOptions) => {
  const state = proxy({
    pages: ref(before) as Pages,
    /** The number of the page that is shown. */
    page: before[0]?.page ?? 1,
    tool: "pen" as Tool,
    ink: "red" as Ink,
    /** The position of the selected shape among those of the page. */
    selected: null as number | null,
    /** A measured line whose length the person is asked for. */
    unmeasured: null as MeasuredLine | null,
    /** Whether the next measured line gives a new scale. */
    rescale: false,
    full: null as FullPart | null,
    canUndo: false,
    canRedo: false,
  });
  const past: Pages[] = [];
  const future: Pages[] = [];

  /** A page of the drawing; an empty one if nothing is drawn on it. */
  const pageOf = (pages: Pages, number: number): DrawnPage =>
    pages.find(({ page }) => page === number) ?? { page: number, turn: 0, shapes: NO_SHAPES, unit };
  const shown = (): DrawnPage => pageOf(state.pages, state.page);

  const show = (pages: Pages) => {
    state.pages = ref(pages) as Pages;
    state.selected = null;
    state.full = null;
    state.canUndo = past.length > 0;
    state.canRedo = future.length > 0;
    onChange(pages);
  };

  const withPage = (changed: DrawnPage): Pages =>
    numberPins(
      [...state.pages.filter(({ page }) => page !== changed.page), changed]
        .filter(hasMarks)
        .sort((a, b) => a.page - b.page),
    );

  /** @returns false if the drawing has no room for the change */
  const change = (changed: Partial<DrawnPage>): boolean => {
    const pages = withPage({ ...shown(), ...changed });
    const full = fullPartOf(pages);
    if (full) {
      state.full = full;
      return false;
    }
    past.push(state.pages);
    if (past.length > MAX_UNDO) past.shift();
    future.length = 0;
    show(pages);
    return true;
  };

  /** Shows the page on which two states differ, so that the person sees what was undone. */
  const moveTo = (pages: Pages) => {
    const numbers = new Set([...state.pages, ...pages].map(({ page }) => page));
    const differs = (number: number) => {
      const [one, other] = [pageOf(state.pages, number), pageOf(pages, number)];
      return one.shapes !== other.shapes || one.turn !== other.turn;
    };
    const isOnShown = differs(state.page);
    state.page = isOnShown ? state.page : ([...numbers].find(differs) ?? state.page);
    state.unmeasured = null;
    show(pages);
  };

  const step = (from: Pages[], to: Pages[]) => {
    const pages = from.pop();
    if (!pages) return;
    to.push(state.pages);
    moveTo(pages);
  };

  const add = (shape: Shape): boolean => change({ shapes: [...shown().shapes, shape] });

  /**
   * Adds words at a point: on the page, or with a pin, which stays on the page.
   * @param height of the page as it is shown, in units
   */
  const addWords = (at: Point, height: number, text: string): boolean => {
    const { tool, ink } = state;
    if (tool !== "pin") return add({ kind: "text", ink, at, text });
    const high = Math.max(1, Math.round(height));
    const place = { x: clamp(at.x, DRAWING_WIDTH), y: clamp(at.y, high) };
    return add({ kind: "pin", ink, at: place, high, number: 1, text });
  };

  const remove = (index: number) =>
    change({ shapes: shown().shapes.filter((_, at) => at !== index) });

  return {
    state,
    pageOf,
    shown,
    add,
    addWords,
    /** Deletes the shape at a position. */
    remove,
    /** How much may still be drawn with the pen. */
    room(): PenRoom {
      const { points, ink } = amountsOn(state.pages);
      return { points: MAX_POINTS - points, ink: MAX_INK - ink };
    },
    noteFull(full: FullPart) {
      state.full = full;
    },
    selectTool(tool: Tool) {
      state.tool = tool;
      state.unmeasured = null;
      if (tool !== "hand") state.selected = null;
    },
    selectInk(ink: Ink) {
      state.ink = ink;
    },
    select(index: number | null) {
      state.selected = index;
    },
    goTo(page: number) {
      Object.assign(state, { page, selected: null, unmeasured: null, full: null });
    },
    /** Adds a measured line. Asks for its length if the page has no scale, or is to get a new one. */
    measure(line: Omit<MeasuredLine, "mm" | "kind">) {
      const shape: MeasuredLine = { ...line, kind: "measure", mm: null };
      if (state.rescale || scaleOf(shown().shapes) === null) state.unmeasured = ref(shape);
      else add(shape);
    },
    /** The length of the line that was asked for. */
    answerLength(mm: number, inUnit: LengthUnit) {
      const { unmeasured } = state;
      if (!unmeasured) return;
      state.unmeasured = null;
      state.rescale = false;
      change({ shapes: [...shown().shapes, { ...unmeasured, mm }], unit: inUnit });
    },
    dismissLength() {
      state.unmeasured = null;
    },
    setRescale(rescale: boolean) {
      state.rescale = rescale;
    },
    /** Deletes the selected shape; without one, the last that was drawn. */
    removeOne() {
      const { length } = shown().shapes;
      if (length > 0) remove(state.selected ?? length - 1);
    },
    clear() {
      if (shown().shapes.length > 0) change({ shapes: [] });
    },
    /** @param height of the page as it is shown, in units */
    turn(by: 90 | -90, height: number) {
      const { turn, shapes } = shown();
      state.unmeasured = null;
      change({
        turn: ((turn + by + 360) % 360) as DrawnPage["turn"],
        shapes: turnShapes(shapes, by, height),
      });
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
  };
};

export type Marking = ReturnType<typeof createMarking>;
