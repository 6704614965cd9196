import { describe, expect, test } from "vitest";
import { shortenExports } from "../../../scripts/build/short-exports-plugin.ts";

const CORE = "core.01234567.js";
const INSIDE = "inside.01234567.js";
const BRAND = "brand.01234567.js";

const shortened = (sources: Record<string, string>): Record<string, string> => {
  const all = new Map(Object.entries(sources));
  return Object.fromEntries([...all, ...shortenExports(all)]);
};

/** The pairs in what a text imports or exports: `{ b: "d", a: "c" }` for `a as c,b as d`. */
const pairsIn = (text = "", word: "import" | "export"): Record<string, string> =>
  Object.fromEntries(
    (new RegExp(`${word}\\{([^}]*)\\}`).exec(text)?.[1] ?? "").split(",").map((entry) => {
      const [name = "", as = name] = entry.split(" as ");
      return [name, as];
    }),
  );

describe("the names by which chunks import from each other", () => {
  const all = shortened({
    [CORE]: "let a=1,b=2;export{a as useSnapshot,b as proxy}",
    [INSIDE]: `import{proxy as x,useSnapshot as y}from"./${CORE}";x(y)`,
  });

  test("are short, and the same on both sides", () => {
    const { a: snapshot = "", b: proxy = "" } = pairsIn(all[CORE], "export");
    expect(pairsIn(all[INSIDE], "import")).toEqual({ [snapshot]: "y", [proxy]: "x" });
    expect([snapshot, proxy].join()).toMatch(/^[A-Z][a-zA-Z],[A-Z][a-zA-Z]$/);
  });

  test("stay the same where a further one is added", () => {
    const further = shortened({
      [CORE]: "let a=1,b=2,c=3;export{c as another,a as useSnapshot,b as proxy}",
      [INSIDE]: `import{proxy as x,useSnapshot as y}from"./${CORE}";x(y)`,
      "other.js": `import{another as z}from"./${CORE}";z()`,
    });
    expect(further[INSIDE]).toBe(all[INSIDE]);
  });

  test("differ, however many there are", () => {
    const names = Array.from({ length: 3000 }, (_, index) => `name${index}`);
    const many = shortened({
      [CORE]: `export{${names.map((name, index) => `a${index} as ${name}`).join(",")}}`,
      [INSIDE]: `import{${names.join(",")}}from"./${CORE}";`,
    });
    const short = Object.values(pairsIn(many[CORE], "export"));
    expect(new Set(short).size).toBe(names.length);
    expect(Object.keys(pairsIn(many[INSIDE], "import")).sort()).toEqual(short.sort());
  });
});

describe("the names of a chunk that is imported while the app runs", () => {
  test("are short if each import takes one export", () => {
    const all = shortened({
      [CORE]: `let f=()=>import("./${INSIDE}").then(e=>e.signed_in_namespaceObject)`,
      [INSIDE]: "let a=1;export{a as signed_in_namespaceObject}",
    });
    const { a: name } = pairsIn(all[INSIDE], "export");
    expect(name).toMatch(/^[A-Z][a-zA-Z]$/);
    expect(all[CORE]).toBe(`let f=()=>import("./${INSIDE}").then(e=>e.${name})`);
  });

  test("stay as they are if one takes it as a whole", () => {
    const sources = {
      [CORE]: `let f=()=>import("./${BRAND}").catch(()=>0),g=async()=>(await f()).logo`,
      [INSIDE]: `import{logo as l}from"./${BRAND}";l();import("./${BRAND}").then(e=>e.logo)`,
      [BRAND]: "let a=1;export{a as logo}",
    };
    expect(shortened(sources)).toEqual(sources);
  });
});
