/** Lengths in a condition of `@media`; an em there is the browser's, whatever the page says. */
const LENGTH = /(\d*\.?\d+)(px|r?em)\b/g;
/** Lengths that are parts of the window. */
const WINDOW_PART = /(\d*\.?\d+)([dls]?v(?:[bhiw]|min|max))\b/g;

const times = (text: string, pattern: RegExp, factor: number): string =>
  text.replace(pattern, (_, number: string, unit: string) => {
    const value = Number(number) * factor;
    return `${Number(value.toFixed(4))}${unit}`;
  });

/** As the styles were written: conditions by their rule, values by rule and property. */
const written = new WeakMap<CSSRule, Map<string, string>>();

const asWritten = (rule: CSSRule, name: string, now: string): string => {
  const known = written.get(rule) ?? new Map<string, string>();
  written.set(rule, known);
  const before = known.get(name) ?? now;
  known.set(name, before);
  return before;
};

const scaleRules = (rules: CSSRuleList, zoom: number): void => {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      const condition = asWritten(rule, "", rule.media.mediaText);
      const scaled = times(condition, LENGTH, zoom);
      if (scaled !== rule.media.mediaText) rule.media.mediaText = scaled;
    }
    if (rule instanceof CSSStyleRule) {
      for (const name of [...rule.style]) {
        const value = rule.style.getPropertyValue(name);
        // Compared without its state: the pattern remembers where it has been.
        if (value.search(WINDOW_PART) < 0) continue;
        const scaled = times(asWritten(rule, name, value), WINDOW_PART, 1 / zoom);
        rule.style.setProperty(name, scaled, rule.style.getPropertyPriority(name));
      }
    }
    if ("cssRules" in rule) scaleRules((rule as CSSGroupingRule).cssRules, zoom);
  }
};

/**
 * WebKit makes a line larger with its drawing, and once more with the page, where its width stands in
 * the drawing itself, as in every icon. In a style it has its right width.
 */
const LINES = [
  '[stroke-width="2"] { stroke-width: 2 }',
  '[stroke-dasharray="3 3"] { stroke-dasharray: 3 3 }',
].join("\n");
let lines: CSSStyleSheet | null = null;

const keepLines = (): void => {
  if (lines || !navigator.vendor.startsWith("Apple")) return;
  lines = new CSSStyleSheet();
  lines.replaceSync(LINES);
  document.adoptedStyleSheets.push(lines);
};

/**
 * Makes the styles see a window as large as it is at a zoom. The `zoom` of CSS makes everything larger
 * and leaves what asks for the window's size as it was: a page at 200% would take a window of 1200
 * pixels for a wide one, and the height of the window for half of what it draws. A browser's own zoom
 * has a smaller window instead.
 */
export const scaleStyles = (zoom: number): void => {
  keepLines();
  for (const sheet of document.styleSheets) scaleRules(sheet.cssRules, zoom);
};
