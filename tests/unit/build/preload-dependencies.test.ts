import { describe, expect, test } from "vitest";
import { preloadDependencies } from "../../../scripts/build/preload-dependencies-plugin.ts";

const chunks = new Map([
  ["main.js", 'import"./base.js";let a=()=>import("./inside.js").then(e=>e.x)'],
  ["base.js", "export{b}"],
  ["inside.js", 'import{b}from"./base.js";let c=()=>import("./faq.js"),d=()=>import("./bare.js")'],
  ["faq.js", 'import{b}from"./base.js";import{t}from"./texts.js";import{i}from"./inside.js"'],
  ["texts.js", 'import{m}from"./marks.js"'],
  ["marks.js", 'import{b}from"./base.js"'],
  ["bare.js", 'import{b}from"./base.js"'],
]);

describe("the dependencies of a chunk", () => {
  test("are fetched beside it, at any depth, unless they are already loaded", () => {
    expect(preloadDependencies(chunks).get("inside.js")).toBe(
      'import{b}from"./base.js";let c=()=>' +
        '(import("./texts.js").catch(()=>0),import("./marks.js").catch(()=>0),import("./faq.js"))' +
        ',d=()=>import("./bare.js")',
    );
  });

  test("add nothing to a chunk without dependencies", () => {
    expect([...preloadDependencies(chunks).keys()]).toEqual(["inside.js"]);
  });
});
