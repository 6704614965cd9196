import { proxy } from "valtio/vanilla";
import type { KeyValue } from "../../platform/ports.ts";

/** Lengths in a `@media` condition. There an em is the browser's default, not the page's. */
const LENGTH = /(\d*\.?\d+)(px|r?em)\b/g;
/** Lengths relative to the viewport, such as `50vh`. */
const VIEWPORT_LENGTH = /(\d*\.?\d+)([dls]?v(?:[bhiw]|min|max))\b/g;

const times = (text: string, pattern: RegExp, factor: number): string =>
  text.replace(pattern, (_, number: string, unit: string) => {
    const value = Number(number) * factor;
    return `${Number(value.toFixed(4))}${unit}`;
  });

/** The original styles before scaling: conditions by rule, values by rule and property. */
const originals = new WeakMap<CSSRule, Map<string, string>>();

const originalOf = (rule: CSSRule, name: string, now: string): string => {
  const values = originals.get(rule) ?? new Map<string, string>();
  originals.set(rule, values);
  const before = values.get(name) ?? now;
  values.set(name, before);
  return before;
};

const scaleRules = (rules: CSSRuleList, zoom: number): void => {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      const condition = originalOf(rule, "", rule.media.mediaText);
      const scaled = times(condition, LENGTH, zoom);
      if (scaled !== rule.media.mediaText) rule.media.mediaText = scaled;
    }
    if (rule instanceof CSSStyleRule) {
      for (const name of [...rule.style]) {
        const value = rule.style.getPropertyValue(name);
        // `search` ignores the `lastIndex` of the global pattern; `test` would not.
        if (value.search(VIEWPORT_LENGTH) < 0) continue;
        const scaled = times(originalOf(rule, name, value), VIEWPORT_LENGTH, 1 / zoom);
        rule.style.setProperty(name, scaled, rule.style.getPropertyPriority(name));
      }
    }
    if ("cssRules" in rule) scaleRules((rule as CSSGroupingRule).cssRules, zoom);
  }
};

/**
 * WebKit applies the zoom twice to a stroke width in an SVG attribute, as in every icon: once with
 * the drawing and once with the page. It scales a width in a style correctly.
 */
const STROKE_STYLES = [
  '[stroke-width="2"] { stroke-width: 2 }',
  '[stroke-dasharray="3 3"] { stroke-dasharray: 3 3 }',
].join("\n");
let strokeStyles: CSSStyleSheet | null = null;

const addStrokeStyles = (): void => {
  if (strokeStyles || !navigator.vendor.startsWith("Apple")) return;
  strokeStyles = new CSSStyleSheet();
  strokeStyles.replaceSync(STROKE_STYLES);
  document.adoptedStyleSheets.push(strokeStyles);
};

/**
 * Adjusts media queries and viewport lengths to a zoom. A browser's own zoom makes the viewport
 * smaller. The CSS property `zoom` enlarges the content but leaves the viewport unchanged: at 200% a
 * window of 1200 pixels would still match the media queries of a wide screen, and `100vh` would be
 * twice the height of the window.
 * @param zoom the factor; 1 restores the original styles
 */
const scaleStyles = (zoom: number): void => {
  addStrokeStyles();
  for (const sheet of document.styleSheets) scaleRules(sheet.cssRules, zoom);
};

const ZOOM_STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

const KEY = "zoom.v1";

/** The stored zoom; 1 if the stored value is invalid. */
const readZoom = (kept: string | null): number => {
  const zoom = Number(kept);
  return ZOOM_STEPS.find((step) => step === zoom) ?? 1;
};

const draw = (zoom: number): void => {
  const { style } = document.documentElement;
  if (zoom === 1) style.removeProperty("zoom");
  else style.setProperty("zoom", String(zoom));
  scaleStyles(zoom);
};

/** The page's zoom, which is stored for the next start. */
export const createZoom = (storage: KeyValue) => {
  const state = proxy({ zoom: readZoom(storage.get(KEY)) });

  const set = (zoom: number): void => {
    if (zoom === state.zoom) return;
    state.zoom = zoom;
    draw(zoom);
    storage.set(KEY, String(zoom));
  };

  const step = (by: 1 | -1): void => {
    const at = ZOOM_STEPS.indexOf(state.zoom as (typeof ZOOM_STEPS)[number]);
    set(ZOOM_STEPS[at + by] ?? state.zoom);
  };

  return {
    state,
    larger: () => step(1),
    smaller: () => step(-1),
    reset: () => set(1),
    /**
     * Applies the zoom to the page, and to styles that are added later. @returns a function that
     * stops it
     */
    start(): () => void {
      if (state.zoom !== 1) draw(state.zoom);
      // Scales styles that are added later before anything is painted with them.
      const onStyle = () => {
        if (state.zoom !== 1) scaleStyles(state.zoom);
      };
      const stop = new AbortController();
      const { signal } = stop;
      document.head.addEventListener("load", onStyle, { capture: true, signal });
      // Print ignores the zoom.
      addEventListener("beforeprint", () => draw(1), { signal });
      addEventListener("afterprint", () => draw(state.zoom), { signal });
      return () => stop.abort();
    },
  };
};

export type Zoom = ReturnType<typeof createZoom>;
