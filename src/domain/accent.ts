/*
 * A school's accent colour. Any colour may be chosen; what is painted with it can be read in both themes,
 * as its lightness is moved as far as that needs. WCAG 2.2 defines the contrast.
 */

/** The colours that the accent is used in, in one theme. */
interface AccentColours {
  /** Text, borders, focus rings and the ground of buttons. */
  readonly accent: string;
  /** Text on a ground in the accent colour. */
  readonly onAccent: string;
  /** The tinted ground of what is selected or pointed at. */
  readonly wash: string;
}

/** Contrast of text; more than borders and focus rings need, which have the same colour. */
const CONTRAST = 4.5;

/** The grounds that the accent is seen on, and what the colours made of it are like, by theme. */
export const THEMES = {
  light: {
    paper: "#faf7f0",
    /** Drawings have light paper in both themes, which is darker in the dark one. */
    grounds: ["#faf7f0", "#ffffff", "#f3efe4", "#e6e0d2"],
    /** The OKLab lightness of readable colours: towards black. */
    towards: 0,
    /** Lightness and most chroma. */
    wash: [0.945, 0.015],
    onAccent: [1, 0],
  },
  dark: {
    paper: "#171a21",
    grounds: ["#171a21", "#1f232c", "#262b35"],
    towards: 1,
    wash: [0.305, 0.04],
    onAccent: [0.215, 0.03],
  },
} as const;

type Triple = readonly [number, number, number];
/** Rows of a matrix. */
type Matrix = readonly [Triple, Triple, Triple];

// OKLab, https://bottosson.github.io/posts/oklab/, to four digits, with which greys stay grey.
const RGB_TO_LMS: Matrix = [
  [0.4122, 0.5363, 0.0515],
  [0.2119, 0.6807, 0.1074],
  [0.0883, 0.2817, 0.63],
];
const LMS_TO_LAB: Matrix = [
  [0.2105, 0.7936, -0.0041],
  [1.978, -2.4286, 0.4506],
  [0.0259, 0.7828, -0.8087],
];
const LAB_TO_LMS: Matrix = [
  [1, 0.3963, 0.2158],
  [1, -0.1056, -0.0639],
  [1, -0.0895, -1.2915],
];
const LMS_TO_RGB: Matrix = [
  [4.0767, -3.3077, 0.231],
  [-1.2684, 2.6098, -0.3414],
  [-0.0042, -0.7034, 1.7076],
];

const map = ([x, y, z]: Triple, change: (value: number) => number): Triple => [
  change(x),
  change(y),
  change(z),
];

const times = (matrix: Matrix, [x, y, z]: Triple): Triple => {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
};

/** The light of red, green and blue, from 0 to 1. */
const lightOf = (colour: string): Triple =>
  map([1, 3, 5], (at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92;
  });

const hexOf = (light: Triple): string =>
  map(light, (value) =>
    Math.round(255 * (value > 0.0031308 ? 1.055 * value ** (1 / 2.4) - 0.055 : 12.92 * value)),
  ).reduce((text, value) => text + value.toString(16).padStart(2, "0"), "#");

const luminance = (colour: string): number => {
  const [red, green, blue] = lightOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast between two colours, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return a > b ? a / b : b / a;
};

/**
 * The colour of that lightness and hue.
 * @param chroma is reduced as far as sRGB has no such colour
 */
const paint = (lightness: number, [, a, b]: Triple, chroma: number): string => {
  const most = Math.hypot(a, b) || 1;
  for (let share = Math.min(chroma / most, 1); share > 0; share -= 0.02) {
    const lms = times(LAB_TO_LMS, [lightness, a * share, b * share]);
    const light = times(
      LMS_TO_RGB,
      map(lms, (value) => value ** 3),
    );
    if (light.every((value) => value >= 0 && value <= 1)) return hexOf(light);
  }
  const grey = lightness ** 3;
  return hexOf([grey, grey, grey]);
};

/**
 * The colours of a theme for an accent colour. The accent itself stays as it is where it can be read.
 * @param colour such as `#1f5f8b`
 */
export const accentColours = (colour: string, theme: keyof typeof THEMES): AccentColours => {
  const { grounds, towards, wash, onAccent } = THEMES[theme];
  const lab = times(LMS_TO_LAB, map(times(RGB_TO_LMS, lightOf(colour)), Math.cbrt));
  const [from, a, b] = lab;
  const washed = paint(wash[0], lab, wash[1]);
  const isReadable = (text: string) =>
    [...grounds, washed].every((ground) => contrastOf(text, ground) >= CONTRAST);
  let accent = colour;
  // The last one is black or white.
  for (let step = 1; step <= 100 && !isReadable(accent); step += 1) {
    accent = paint(from + ((towards - from) * step) / 100, lab, Math.hypot(a, b));
  }
  return { accent, onAccent: paint(onAccent[0], lab, onAccent[1]), wash: washed };
};

/**
 * The custom properties of `ui/base.css` that an accent colour replaces, with their values: empty ones
 * where there is no colour.
 */
export const accentProperties = (colour: string): Readonly<Record<string, string>> => {
  const themes = colour && [accentColours(colour, "light"), accentColours(colour, "dark")];
  const both = (part: keyof AccentColours) =>
    themes && `light-dark(${themes.map((theme) => theme[part]).join(", ")})`;
  return {
    "--chalk": both("accent"),
    "--on-chalk": both("onAccent"),
    "--chalk-wash": both("wash"),
  };
};
