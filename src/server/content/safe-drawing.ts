import type { CustomPlugin } from "svgo";

/** Elements that run something, or that show another document. */
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
/** What an address of a drawing may be: a part of it, or a picture in it. */
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
 * Why a browser should not be given a drawing that comes with the school's own address; null if it may be.
 * @returns the end of a sentence that begins with the drawing's name
 */
export const drawingProblem = async (text: string): Promise<string | null> => {
  // Entities can hide what they stand for, and grow without end.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return "has a DOCTYPE: save it without";
  const { optimize } = await import("svgo");
  let isDrawing = false;
  const problems: string[] = [];
  const note = (problem: string | null): void => {
    if (problem) problems.push(problem);
  };
  const look: CustomPlugin = {
    name: "look",
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
    optimize(text, { plugins: [look] });
  } catch {
    return "is no well-formed SVG";
  }
  return problems[0] ?? (isDrawing ? null : "is no SVG drawing");
};
