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
  const known = originals.get(rule) ?? new Map<string, string>();
  originals.set(rule, known);
  const before = known.get(name) ?? now;
  known.set(name, before);
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
export const scaleStyles = (zoom: number): void => {
  addStrokeStyles();
  for (const sheet of document.styleSheets) scaleRules(sheet.cssRules, zoom);
};
