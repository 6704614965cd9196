import type { ReactNode } from "react";
import type { FieldKey } from "../../../domain/measurements/fields.ts";
import styles from "./body-figure.module.css";

/** Where a measure is taken: a girth around the body, or a line along it. */
type FigureLine =
  | {
      readonly view: View;
      readonly girth: readonly [cx: number, cy: number, rx: number, ry: number, turn?: number];
    }
  | { readonly view: View; readonly path: string };

const girth = (
  cx: number,
  cy: number,
  rx: number,
  ry = 3 + rx / 12,
  turn = 0,
  view: View = "front",
): FigureLine => ({ view, girth: [cx, cy, rx, ry, turn] });

const along = (view: View, path: string): FigureLine => ({ view, path });

const WAIST_TO_HIP = "M25.6 172Q36 192 38.2 215";

/** The line of each measure, on the points of the outlines. */
const figureLines: Readonly<Record<FieldKey, FigureLine>> = {
  height: along("front", "M-77 13V406"),
  body_mass: along("front", "M-30 410.5H30"),
  head_girth: girth(0, 33, 17.2),
  neck_girth: girth(0, 66, 9, 2.6),
  neck_base_girth: girth(0, 75, 13.5, 4.4),
  upper_chest_girth: girth(0, 115, 34.6),
  bust_girth: girth(0, 131, 35.4),
  under_bust_girth: girth(0, 147, 31.4),
  waist_girth: girth(0, 172, 25.4),
  top_hip_girth: girth(0, 193, 31.4),
  hip_girth: girth(0, 215, 38),
  armscye_girth: girth(37.4, 102, 17.6, 5, 97),
  upper_arm_girth: girth(42.6, 127, 6.4, 2.4, -14),
  elbow_girth: girth(49.8, 161.5, 5, 2, -14),
  wrist_girth: girth(63.6, 215.5, 3.9, 1.7, -14),
  thigh_girth: girth(19.6, 238, 17.4),
  knee_girth: girth(18.5, 305, 7.1, 2.6),
  calf_girth: girth(17.1, 336, 9.5, 2.9),
  ankle_girth: girth(14.2, 386, 4.2, 1.8),
  heel_girth: girth(1.8, 396, 12.4, 3.6, 38, "side"),
  bust_front_arc: along("front", "M-35.4 131Q0 144 35.4 131"),
  bust_point_distance: along("front", "M-16.5 131H16.5"),
  side_neck_to_bust_point: along("front", "M11.4 73Q14.5 104 16.5 131"),
  side_neck_to_waist_front: along("front", "M11.4 73Q15 104 16.5 131Q15.5 156 13 176"),
  front_neck_to_waist: along("front", "M0 79V177"),
  back_neck_to_waist: along("back", "M0 74V173"),
  side_neck_to_waist_back: along("back", "M11.4 73Q13 120 12 173"),
  scye_depth: along("back", "M0 74V119"),
  back_waist_arc: along("back", "M-25.4 172Q0 182 25.4 172"),
  back_seat_arc: along("back", "M-38 215Q0 230 38 215"),
  across_back_shoulder_width: along("back", "M-37 86Q-18 80 0 74Q18 80 37 86"),
  shoulder_length: along("front", "M11.4 73L37 86"),
  across_front_width: along("front", "M-33 104Q0 107 33 104"),
  across_back_width: along("back", "M-33.5 106H33.5"),
  shoulder_slope: along("front", "M44 73H11.4L37 86M34 73.5Q33.4 79.5 31 83"),
  upper_arm_length: along("front", "M37 86Q47 122 54.2 160"),
  outer_arm_length: along("front", "M37 86Q47 122 54.2 160Q60 184 66.8 214"),
  back_neck_to_wrist: along("back", "M0 74Q18 80 37 86Q47 122 54.2 160Q60 184 66.8 214"),
  inside_leg: along("front", "M0 229V406"),
  waist_to_floor: along("front", `${WAIST_TO_HIP}V406`),
  waist_to_top_hip: along("front", "M25.6 172Q31.6 182 33 193"),
  waist_to_hip: along("front", WAIST_TO_HIP),
  waist_to_knee: along("front", `${WAIST_TO_HIP}V305`),
  body_rise: along("side", "M-1 172Q3 200 1 229"),
  total_crotch_length: along(
    "side",
    "M-13.8 172C-17.5 192-17.5 206-14 217C-10 230-2 231 3 230.5C14 232 20 228 23 216C23.5 198 13 188 10.2 172",
  ),
  front_crotch_length: along("side", "M-13.8 172C-17.5 192-17.5 206-14 217C-10 230-4 231 1 230.6"),
};

/** A point of a drawing. y runs from the crown (13) to the floor (406), x from the body's middle. */
type Point = readonly [x: number, y: number];

type View = "front" | "side" | "back";

const round = (value: number) => Math.round(value * 10) / 10;

/** A smooth Catmull–Rom line through points; `closed` returns to the first. */
const smooth = (points: readonly Point[], closed = false): string => {
  const last = points.length - 1;
  const at = (index: number): Point => {
    const place = closed
      ? (index + points.length) % points.length
      : Math.max(0, Math.min(last, index));
    return points[place] as Point;
  };
  const bends = Array.from({ length: closed ? points.length : last }, (_, index) => {
    const [before, from, [x, y], after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const [x1, y1] = [from[0] + (x - before[0]) / 6, from[1] + (y - before[1]) / 6];
    const [x2, y2] = [x - (after[0] - from[0]) / 6, y - (after[1] - from[1]) / 6];
    return `C${[x1, y1, x2, y2, x, y].map(round).join(" ")}`;
  });
  return `M${at(0).join(" ")}${bends.join("")}`;
};

/** Reads `x y, x y`. */
const points = (text: string): Point[] =>
  text.split(",").map((pair) => pair.trim().split(" ").map(Number) as unknown as Point);

const mirrored = (points: readonly Point[]): Point[] => points.map(([x, y]) => [-x, y]);

/** Half of the body from the front: neck, arm, side, leg. */
const half = points(`
  8.6 57, 8.8 66, 11 72.5, 22 79, 35 84.5, 42.5 91, 45.5 102, 47.5 122, 50.5 142, 54.5 160,
  59.5 178, 64 198, 67 214, 70 225, 71.3 237, 69 248, 65 251, 62 243, 60.5 231, 60 217,
  55.5 199, 49.5 180, 45.5 163, 41 144, 37 129, 34.4 120`);

const side = points(`
  34.4 120, 35.2 130, 32.8 142, 29 156, 25.2 172, 30 190, 35.6 203, 37.8 216, 37.2 234,
  33.8 262, 28.6 288, 25.4 305, 25.6 318, 26.4 334, 23.6 358, 18.4 380, 18.2 388, 21.5 399,
  22 405, 13 406.5, 9 404, 9.6 396, 10.2 386, 9 362, 7.6 338, 10 320, 11.6 304, 8 278, 4 250,
  1.2 227`);

const face = points(`
  0 13, 11 16.5, 16.8 28, 16.4 42, 11 56, 4.5 62.6, 0 63.5`);

/** From the side, looking to the left. */
const profile = points(`
  1 13, -10 15.5, -16.5 24, -18 34, -17.6 40, -21.6 47.6, -18.4 50, -18.6 54, -17.4 56.6,
  -17 61, -12.5 64.6, -6.5 64.4, -4.6 71, -6.5 79, -12.5 96, -18.5 114, -24.4 129, -21.6 140,
  -15.6 152, -13.6 171, -16.4 190, -16.4 207, -13.6 224, -14 246, -13 270, -10 292, -9.8 305,
  -7.4 318, -4.6 344, -2.6 372, -4 386, -13 396, -24 401.5, -24 406, -10 406, 9.6 406,
  11.6 400, 8 390, 7 380, 10 360, 14 338, 12.4 320, 8.6 304, 12 282, 16.6 252, 18.6 232,
  23.4 217, 22 201, 14 186, 10 171, 13 152, 17.4 128, 18 108, 14.6 90, 9.4 77, 7.4 66, 9.6 56,
  15.6 46, 18.4 33, 13 18.5`);

const arm = points(`
  0.6 85.5, -4.6 90, -7 112, -5.4 138, -5.4 160, -7.6 186, -7.4 212, -9.6 226, -8.6 242,
  -4.4 251, 0.4 247, 2.4 233, 0.8 214, 4.4 190, 7 165, 7.4 140, 8.4 112, 7.2 95, 4.6 88`);

const bothSides = (...lines: Point[][]): string =>
  lines.flatMap((points) => [smooth(points), smooth(mirrored(points))]).join("");

/** One line down the right side and, mirrored, up the left. The neck is open below the head. */
const standing = smooth([
  ...half,
  ...side.slice(1),
  ...mirrored([...half, ...side.slice(1)]).reverse(),
]);

/** A hair knot, which distinguishes the back from the front. */
const knot = "M-7.5 15A8 8 0 1 1 7.5 15";
const hairline = "M-15.8 30Q-10 22 0 22Q10 22 15.8 30";
const nape = "M-16.4 42Q-9 57 0 57Q9 57 16.4 42";

const headFromFront = smooth([...face, ...mirrored(face.slice(1, -1)).reverse()], true);

/** The lines of each view. `body` is filled with the paper's colour; `inner` is drawn over it. */
const outlines: Readonly<Record<View, { body: string[]; inner: string }>> = {
  front: {
    body: [standing, knot, headFromFront],
    inner:
      hairline +
      bothSides(
        points(`
  4 139, 12 145, 24 143.5, 32 136`),
        points(`
  4 79.5, 14 78.5, 26 82`),
        points(`
  14 300, 18.5 297.5, 23 300`),
      ),
  },
  side: {
    body: ["M9 20A7.6 7.6 0 1 1 15 26", smooth(profile, true), smooth(arm, true)],
    inner: "M-16.5 25Q-6 24-2 33Q0 44 9.6 56",
  },
  back: {
    body: [standing, headFromFront, knot],
    inner:
      nape +
      bothSides(
        points(`
  3 224, 14 230, 28 227`),
        points(`
  10 96, 13 108, 11 118`),
        points(`
  14 307, 18.5 309, 23 307`),
      ),
  },
};

const VIEWS: readonly View[] = ["front", "side", "back"];
const MIDDLE = { front: 82, side: 214, back: 346 };

const shapeOf = (line: FigureLine): { front: string; back?: string; place?: string } => {
  if ("path" in line) return { front: line.path };
  const [cx, cy, rx, ry, turn = 0] = line.girth;
  return {
    front: `M${-rx} 0A${rx} ${ry} 0 0 0 ${rx} 0`,
    back: `M${-rx} 0A${rx} ${ry} 0 0 1 ${rx} 0`,
    place: `translate(${cx} ${cy}) rotate(${turn})`,
  };
};

/** A tape along a measure. The part behind the body is dashed. */
const Tape = ({ line }: { line: FigureLine }) => {
  const { front, back, place } = shapeOf(line);
  return (
    <g transform={place} className={styles.tape}>
      {back ? <path d={back} className={styles.behind} /> : null}
      <path d={front} className={styles.edge} />
      <path d={front} className={styles.band} />
      <path d={front} className={styles.marks} />
    </g>
  );
};

interface BodyFigureProps {
  /** The measure that is being taken. */
  lit: FieldKey | null;
  children?: ReactNode;
}

/**
 * A drawing of where a measure is taken. Hidden from screen readers, because the fields say it in
 * words.
 */
export const BodyFigure = ({ lit, children }: BodyFigureProps) => {
  const line = lit && figureLines[lit];
  return (
    <figure className={styles.figure} aria-hidden="true">
      <svg viewBox="0 0 428 420" aria-hidden="true">
        {VIEWS.map((view) => (
          <g
            key={view}
            transform={`translate(${MIDDLE[view]})`}
            className={styles.view}
            data-away={(line && line.view !== view) || undefined}
          >
            {outlines[view].body.map((path) => (
              <path key={path} d={path} className={styles.body} />
            ))}
            <path d={outlines[view].inner} className={styles.inner} />
            {line?.view === view ? <Tape key={lit} line={line} /> : null}
          </g>
        ))}
      </svg>
      {children}
    </figure>
  );
};
