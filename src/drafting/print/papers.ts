/** Paper on which patterns are printed. Lengths in centimetres; a roll has no length of its own. */
export const PAPERS = {
  a4: { width: 21, height: 29.7 },
  a3: { width: 29.7, height: 42 },
  letter: { width: 21.59, height: 27.94 },
  legal: { width: 21.59, height: 35.56 },
  a0: { width: 84.1, height: 118.9 },
  roll90: { width: 90, height: null },
  roll36in: { width: 91.44, height: null },
} as const;

export type PaperName = keyof typeof PAPERS;

export interface PrintSetup {
  readonly paper: PaperName;
  /** Without effect on rolls. */
  readonly orientation: "portrait" | "landscape";
  /** Printers cannot print up to the paper's edge. */
  readonly margin: number;
  /** How far neighbouring sheets overlap. */
  readonly overlap: number;
}

/** The most of margin and overlap, in centimetres. */
const MOST = 3;

/** PDF readers take pages of at most 200 inches; a longer piece of a roll is printed in parts. */
const LONGEST_PAGE = 500;

export interface Sheet {
  readonly width: number;
  /** Of a roll: as long as it may get. */
  readonly height: number;
  readonly isRoll: boolean;
  /** Whether the sheets are put together from pages that a printer at home prints. */
  readonly hasCover: boolean;
}

export const sheetOf = ({ paper, orientation }: PrintSetup): Sheet => {
  const { width, height } = PAPERS[paper];
  if (height === null) return { width, height: LONGEST_PAGE, isRoll: true, hasCover: false };
  const hasCover = paper !== "a0";
  return orientation === "landscape"
    ? { width: height, height: width, isRoll: false, hasCover }
    : { width, height, isRoll: false, hasCover };
};

const within = (value: number) => (Number.isFinite(value) ? Math.min(MOST, Math.max(0, value)) : 1);

/** A setup within its limits. */
export const completeSetup = (setup: PrintSetup): PrintSetup => ({
  ...setup,
  paper: Object.hasOwn(PAPERS, setup.paper) ? setup.paper : "a4",
  margin: within(setup.margin),
  overlap: within(setup.overlap),
});
