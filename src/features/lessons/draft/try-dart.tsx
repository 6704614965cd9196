import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { useMeasureText } from "../../../app-context/use-measure-text.ts";
import { edgeNames, nameIn, seamNames } from "../../../core/pattern-messages.ts";
import { directionOf } from "../../../domain/languages.ts";
import type { Units, Values } from "../../../domain/measurements/fields.ts";
import { EXAMPLE_BODY } from "../../../drafting/example-body.ts";
import type { Cubic, Point } from "../../../drafting/geometry.ts";
import type { TryDart as Tried, TriedFront } from "../../../drafting/try-dart.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./try-dart.module.css";

const xy = ({ x, y }: Point): string => `${x.toFixed(3)} ${y.toFixed(3)}`;

const pathOf = (curves: readonly Cubic[]): string =>
  curves
    .map(
      ([from, one, other, to], i) =>
        `${i === 0 ? `M${xy(from)}` : `L${xy(from)}`}C${xy(one)} ${xy(other)} ${xy(to)}`,
    )
    .join("");

const dartPath = ({ inner, point, outer }: TriedFront["darts"][number]): string =>
  `M${xy(inner)}L${xy(point)}L${xy(outer)}`;

/** What an arrow key moves by: a millimetre or a sixteenth of an inch. Page keys move by ten of them. */
const STEP: Readonly<Record<Units, number>> = { cm: 0.1, in: 2.54 / 16 };

/** Half of the area that takes a finger, in centimetres of the draft. */
const TOUCH = 2.6;

/** By hand: not every runtime writes the attribute as SVG does, in small letters. */
const focusable = (handle: SVGGElement | null) => handle?.setAttribute("tabindex", "0");

interface TryDartFrontProps {
  tried: Tried;
  front: TriedFront;
  position: number;
  /** What an arrow key moves the dart by. */
  step: number;
  label: string;
  /** Reads the position out. */
  words: string;
  /** Called with the position, or with what works it out once it is drawn. */
  onMove: (position: number | (() => number)) => void;
}

/** The front, whose dart follows the pointer round the bust point, or the arrow keys. */
const TryDartFront = (props: TryDartFrontProps) => {
  const { tried, front, position, step, label, words, onMove } = props;
  const picture = useRef<SVGSVGElement>(null);
  const { left, top, width, height } = tried.box;
  const drafted = useMemo(() => pathOf(tried.drafted), [tried]);

  const follow = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    const { clientX, clientY } = event;
    onMove(() => {
      const screen = picture.current?.getScreenCTM()?.inverse();
      return tried.toward(new DOMPoint(clientX, clientY).matrixTransform(screen));
    });
  };

  const steps: Readonly<Record<string, number>> = {
    ArrowRight: position + step,
    ArrowUp: position + step,
    ArrowLeft: position - step,
    ArrowDown: position - step,
    PageUp: position + 10 * step,
    PageDown: position - 10 * step,
    Home: 0,
    End: tried.length,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(Math.min(tried.length, Math.max(0, next)));
  };

  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the slider in it has the name, and a title would cover the drawing
    <svg ref={picture} className={styles.front} viewBox={`${left} ${top} ${width} ${height}`}>
      <path className={styles.drafted} d={drafted} />
      <path className={styles.piece} d={`${pathOf(front.outline)}Z`} />
      <path d={front.darts.map(dartPath).join("")} />
      <circle className={styles.bust} cx={tried.bustPoint.x} cy={tried.bustPoint.y} r="0.45" />
      <g
        ref={focusable}
        role="slider"
        className={styles.handle}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.round(tried.length * 10)}
        aria-valuenow={Math.round(position * 10)}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.focus({ preventScroll: true });
        }}
        onPointerMove={follow}
      >
        <circle className={styles.touch} cx={front.at.x} cy={front.at.y} r={TOUCH} />
        <circle className={styles.knob} cx={front.at.x} cy={front.at.y} r="0.9" />
      </g>
    </svg>
  );
};

interface TryDartProps {
  /** The picture of the example, in whose place this stands. */
  image: HTMLImageElement;
  /** The student's own measures; null: the example's. */
  values: Values | null;
  units: Units;
}

/** The name of the figure that can be tried. */
export const TRY_DART = "bodice-block/try-dart";

const load = () =>
  import(/* webpackChunkName: "drafting" */ "../../../drafting/try-dart.ts").then(
    ({ openTryDart }) => openTryDart,
    // Without the code, as without a network, the picture stays.
    () => null,
  );

/** Whoever hears the values does not want each step of the way. */
const QUIET_MS = 700;

/** A text that follows another one when that has been the same for a while. */
const useSettled = (words: string): string => {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), QUIET_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
};

/** One value per frame: a pointer reports more often than the picture can follow. */
const useFrameValue = (start: number) => {
  const [value, setValue] = useState(start);
  const next = useRef<{ wanted: number | (() => number); frame: number } | null>(null);
  useEffect(() => () => cancelAnimationFrame(next.current?.frame ?? 0), []);
  const set = (wanted: number | (() => number)) => {
    if (next.current) next.current.wanted = wanted;
    else {
      const frame = requestAnimationFrame(() => {
        const last = next.current?.wanted ?? start;
        next.current = null;
        setValue(typeof last === "function" ? last() : last);
      });
      next.current = { wanted, frame };
    }
  };
  return [value, set] as const;
};

/** In place of a figure: a bodice front whose dart the student drags round the bust point. */
export const TryDart = ({ image, values, units }: TryDartProps) => {
  const [tried, setTried] = useState<{ readonly dart: Tried; readonly isOwn: boolean } | null>(
    null,
  );
  useEffect(() => {
    let isHere = true;
    void load().then((open) => {
      if (!isHere || !open) return;
      const own = values && open(values);
      const dart = own ?? open(EXAMPLE_BODY);
      setTried(dart && { dart, isOwn: Boolean(own) });
    });
    return () => {
      isHere = false;
    };
  }, [values]);
  if (!tried) return null;
  return (
    <InPlace image={image}>
      <Trial
        key={`${tried.isOwn} ${tried.dart.length}`}
        {...tried}
        units={tried.isOwn ? units : "cm"}
      />
    </InPlace>
  );
};

/** Moved into the text by hand: a portal would add its code to the sign-in form's bytes. */
const InPlace = ({ image, children }: Pick<TryDartProps, "image"> & { children: ReactNode }) => {
  const { locale } = useIntl();
  const [home, content] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useLayoutEffect(() => {
    const [start, moved] = [home.current, content.current];
    const figure = image.parentElement;
    if (!start || !moved || !figure) return;
    image.after(moved);
    figure.classList.add(styles.tried ?? "");
    return () => {
      figure.classList.remove(styles.tried ?? "");
      start.append(moved);
    };
  }, [image, home, content]);
  return (
    <div ref={home} hidden>
      <div ref={content} className={styles.try} lang={locale} dir={directionOf(locale)}>
        {children}
      </div>
    </div>
  );
};

/** The edge in which a dart is, and its width. */
const usePlaceText = (units: Units) => {
  const text = useText();
  const { full } = useMeasureText(units, 16);
  const length = (cm: number) => full(cm, "waist_girth");
  const place = ({ edge, width }: TriedFront) =>
    text("patterns.try.place", { edge: nameIn(text, edgeNames, edge), width: length(width) });
  return { length, place };
};

/** Faster than anybody reads, and slower than frames: laying the table out takes longer than the drawing. */
const CALM_MS = 100;

/** A value that follows another one, which may change with each frame, in calm steps. */
const useCalm = <Value,>(value: Value): Value => {
  const [calm, setCalm] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  const isBehind = calm !== value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value may have changed again meanwhile
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => setCalm(latest.current), CALM_MS);
    return () => clearTimeout(timer);
  }, [isBehind, calm]);
  return calm;
};

/** Where the dart is, and what is sewn together: what stays as it is wherever the dart goes. */
const TrialValues = memo(({ front, units }: { front: TriedFront; units: Units }) => {
  const text = useText();
  const { length, place } = usePlaceText(units);
  const words = place(front);
  const waist = length(front.waist);
  const seams = front.seams.map((seam) => ({
    name: nameIn(text, seamNames, seam.name),
    back: length(seam.back),
    front: length(seam.front),
  }));
  const spoken = useSettled(
    [words, `${text("patterns.try.waist")}: ${waist}`]
      .concat(seams.map((seam) => text("patterns.try.seam", seam)))
      .join(". "),
  );
  return (
    <>
      <div className={styles.values}>
        <table>
          <tbody>
            <tr>
              <th scope="row">{text("patterns.try.dart")}</th>
              <td>{words}</td>
            </tr>
            <tr>
              <th scope="row">{text("patterns.try.waist")}</th>
              <td>{waist}</td>
            </tr>
            {seams.map((seam) => (
              <tr key={seam.name}>
                <th scope="row">{seam.name}</th>
                <td>{text("patterns.try.both", { back: seam.back, front: seam.front })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p role="status" className={styles.spoken}>
        {spoken}
      </p>
    </>
  );
});

const Trial = ({ dart, isOwn, units }: { dart: Tried; isOwn: boolean; units: Units }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const id = useId();
  const { length, place } = usePlaceText(units);
  const [position, setPosition] = useFrameValue(dart.start);
  const [share, setShare] = useFrameValue(100);
  const front = useMemo(() => dart.move(position, share / 100), [dart, position, share]);
  const percent = formatNumber(share / 100, { style: "percent" });
  return (
    <>
      <p className={styles.hint}>
        {text(isOwn ? "patterns.try.own" : "patterns.try.example")}{" "}
        {text("patterns.try.how", { step: length(STEP[units]) })}
      </p>
      <TryDartFront
        tried={dart}
        front={front}
        position={position}
        step={STEP[units]}
        label={text("patterns.try.dart")}
        words={place(front)}
        onMove={setPosition}
      />
      <label className={styles.share} htmlFor={id}>
        {text("patterns.try.share")}
        <input
          id={id}
          type="range"
          min="0"
          max="100"
          step="1"
          value={share}
          aria-valuetext={percent}
          onInput={(event) => setShare(Number(event.currentTarget.value))}
        />
        <span aria-hidden="true">{percent}</span>
      </label>
      <TrialValues front={useCalm(front)} units={units} />
    </>
  );
};
