import { describe, expect, test } from "vitest";
import { plainNamespaces } from "../../../scripts/build/plain-namespaces-plugin.ts";

const RUNTIME = `
var __webpack_modules__ = {};
function __webpack_require__(moduleId) {
}
// webpack/runtime/export_webpack_require
export { __webpack_require__temp as __webpack_require__ };
// webpack/runtime/module_chunk_loading
(() => {
__webpack_require__.C = 1;
})();
`;

const CORE = `${RUNTIME}\nconst a = 1;\nexport { a };\n`;

const SCREEN = `import { __webpack_require__ } from "./core.js";
import { a } from "./core.js";

var faq_namespaceObject = {};
__webpack_require__.r(faq_namespaceObject);
__webpack_require__.d(faq_namespaceObject, { 
  "default": () => (Faq), title: () => (title) });

const Faq = () => a, title = "FAQ";
export { faq_namespaceObject };
`;

describe("the object of a screen's exports", () => {
  const changed = plainNamespaces(
    new Map([
      ["core.js", CORE],
      ["faq.js", SCREEN],
      ["a.js", "let a"],
    ]),
  );

  test("is defined without the bundler's runtime, which is left out", () => {
    expect(changed.get("core.js")).toBe("\n\nconst a = 1;\nexport { a };\n");
    expect(changed.get("faq.js")).not.toContain("__webpack_require__");
    expect([...changed.keys()]).toEqual(["core.js", "faq.js"]);
  });

  test("gives what is defined after it", () => {
    const body = (changed.get("faq.js") ?? "").replace(/^(?:import|export) .*$/gm, "");
    const module = new Function("a", `${body};return faq_namespaceObject`)(5);
    expect(module.default()).toBe(5);
    expect(module.title).toBe("FAQ");
  });
});

test("nothing changes where a script needs the runtime", () => {
  const sources = new Map([
    ["core.js", CORE],
    ["faq.js", SCREEN],
    ["old.js", 'import { __webpack_require__ } from "./core.js";\nlet b = __webpack_require__(5);'],
  ]);
  expect(plainNamespaces(sources).size).toBe(0);
});
