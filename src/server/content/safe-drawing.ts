import type { CustomPlugin } from "svgo";

/** Elements that run scripts or show another document. */
const FORBIDDEN = new Set([
  "script",
  "foreignobject",
  "iframe",
  "embed",
  "object",
  "handler",
  "set",
]);
/** Elements that can change an address or a handler later. */
const ANIMATIONS = /^animate/;
/** The allowed addresses: a part of the drawing, or an embedded picture. */
const OWN_ADDRESS = /^\s*(?:#|data:image\/(?:png|jpeg|webp);base64,)/i;
const CSS_ADDRESS = /url\(\s*["']?([^"')]*)/gi;

const localName = (name: string): string => name.replace(/^.*:/, "").toLowerCase();

const cssProblem = (css: string): string | null => {
  // An escape or a comment could hide what follows.
  if (/@import|\\|\/\*/i.test(css)) return "has styles with @import, a backslash or a comment";
  const outside = [...css.matchAll(CSS_ADDRESS)].find(
    ([, address = ""]) => !OWN_ADDRESS.test(address),
  );
  return outside ? "loads something from outside" : null;
};

const attributeProblem = (name: string, value: string): string | null => {
  const own = localName(name);
  if (own.startsWith("on")) return `has a script in "${name}"`;
  if ((own === "href" || own === "src") && !OWN_ADDRESS.test(value))
    return "loads something from outside";
  return cssProblem(value);
};

/**
 * Why a drawing is unsafe at the school's own origin; null if it is safe.
 * @returns the end of a sentence that begins with the drawing's name
 */
export const drawingProblem = async (text: string): Promise<string | null> => {
  // Entities can hide their content and expand without limit.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return "has a DOCTYPE: save it without";
  const { optimize } = await import("svgo");
  let isDrawing = false;
  const problems: string[] = [];
  const note = (problem: string | null): void => {
    if (problem) problems.push(problem);
  };
  const check: CustomPlugin = {
    name: "check",
    fn: () => ({
      element: {
        enter: ({ name, attributes, children }, parent) => {
          const own = localName(name);
          if (parent.type === "root" && name === "svg") isDrawing = true;
          if (FORBIDDEN.has(own) || ANIMATIONS.test(own)) note(`has a <${name}>`);
          for (const [key, value] of Object.entries(attributes)) note(attributeProblem(key, value));
          if (own !== "style") return;
          for (const child of children) {
            if (child.type === "text" || child.type === "cdata") note(cssProblem(child.value));
          }
        },
      },
      instruction: {
        enter: ({ name }) => note(name === "xml" ? null : `has an instruction <?${name}?>`),
      },
    }),
  };
  try {
    optimize(text, { plugins: [check] });
  } catch {
    return "is no well-formed SVG";
  }
  return problems[0] ?? (isDrawing ? null : "is no SVG drawing");
};
