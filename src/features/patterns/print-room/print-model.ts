import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import type { Drafting } from "../../../app-context/drafting.ts";
import { createStored } from "../../../core/stored.ts";
import type { Placement } from "../../../drafting/print/lay-out.ts";
import { completeSetup, type PrintSetup } from "../../../drafting/print/papers.ts";
import type {
  PrintFile,
  PrintFormat,
  PrintOrder,
  PrintPreview,
} from "../../../drafting/print/print-files.ts";
import type { KeyValue } from "../../../platform/ports.ts";

const setup = v.object({
  paper: v.string(),
  orientation: v.string(),
  margin: v.number(),
  overlap: v.number(),
});

/** North America has its own paper. */
const LETTER = /-(?:US|CA|MX)$/;

/** The paper of this machine's last print, else what is usual where people have this language. */
const firstSetup = (kept: v.InferOutput<typeof setup> | null, language: string): PrintSetup => {
  const paper = kept?.paper ?? (LETTER.test(language) ? "letter" : "a4");
  return completeSetup({
    margin: 1,
    overlap: 1,
    ...kept,
    paper: paper as PrintSetup["paper"],
    orientation: kept?.orientation === "landscape" ? "landscape" : "portrait",
  });
};

/** What is printed, without paper and places. */
type PrintSubject = Omit<PrintOrder, "setup" | "moved">;

interface PrintModelOptions {
  readonly drafting: Pick<Drafting, "run">;
  readonly storage: KeyValue;
  /** Of the browser. */
  readonly language: string;
}

/** The print of a draft: its paper, the places of its pieces, and its files. */
export const createPrint = ({ drafting, storage, language }: PrintModelOptions) => {
  const stored = createStored(storage, "print-setup.v1", setup);
  const state = proxy({
    setup: firstSetup(stored.read(), language),
    moved: [] as Placement[],
    preview: null as PrintPreview | null,
    /** What is being made. */
    making: null as PrintFormat | "paper" | null,
    failed: false,
  });
  let subject: PrintSubject | null = null;
  let latest = 0;

  const order = (of: PrintSubject): PrintOrder => ({
    ...of,
    setup: { ...state.setup },
    moved: state.moved.map((placement) => ({ ...placement })),
  });

  const plan = async (): Promise<void> => {
    if (!subject) return;
    latest += 1;
    const turn = latest;
    try {
      const preview = await drafting.run("planPrint", order(subject));
      if (turn !== latest) return;
      state.preview = ref(preview);
      state.failed = false;
    } catch {
      if (turn === latest) state.failed = true;
    }
  };

  const making = async <Made>(
    what: PrintFormat | "paper",
    make: (of: PrintOrder) => Promise<Made>,
  ): Promise<Made | null> => {
    if (!subject || state.making) return null;
    state.making = what;
    state.failed = false;
    try {
      return await make(order(subject));
    } catch {
      state.failed = true;
      return null;
    } finally {
      state.making = null;
    }
  };

  return {
    state,

    /** Shows another draft. Pieces that were moved by hand stay where they are. */
    show(next: PrintSubject) {
      subject = next;
      void plan();
    },

    /** Changes the paper. */
    set(change: Partial<PrintSetup>) {
      Object.assign(state.setup, change);
      stored.write({ ...state.setup });
      void plan();
    },

    /** Puts a piece where a hand wants it. */
    move(placement: Placement) {
      state.moved = [...state.moved.filter(({ name }) => name !== placement.name), placement];
      void plan();
    },

    /** Forgets what was moved by hand. */
    resetPlaces() {
      state.moved = [];
      void plan();
    },

    /** @returns null if it could not be made, which `failed` says, or if something is being made already */
    file: (format: PrintFormat): Promise<PrintFile | null> =>
      making(format, (of) => drafting.run("printFile", { ...of, format })),

    /** Each page as SVG, for the browser's print dialog. */
    pages: (): Promise<readonly string[] | null> =>
      making("paper", (of) => drafting.run("printSvgPages", of)),
  };
};
