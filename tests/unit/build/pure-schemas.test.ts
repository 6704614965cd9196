import { expect, test } from "vitest";
import { markSchemas } from "../../../scripts/build/pure-schemas-loader.ts";

const IMPORTS = 'import * as v from "valibot"; import { call } from "./call.ts";\n';

test.each([
  ["a schema", "const id = v.object({ a: v.string() });", "v.object({ a: v.string() })"],
  ["an exported schema", "export const id = v.string();", "v.string()"],
  ["a call of the contract", 'export const get = call({ path: "/a" });', 'call({ path: "/a" })'],
])("%s counts as free of effects, so that the build can leave it out", (_, source, marked) => {
  expect(markSchemas(IMPORTS + source)).toBe(
    IMPORTS + source.replace(marked, `/*#__PURE__*/(() => ${marked})()`),
  );
});

test("all of them in a file are marked", () => {
  const marked = markSchemas(
    `${IMPORTS}const a = v.string(), b = v.number();\nconst c = call({});`,
  );
  expect(marked.match(/__PURE__/g)).toHaveLength(3);
});

test.each([
  ["an effect", "v.setGlobalConfig({});"],
  ["a call inside a function", "const read = (text) => v.parse(v.string(), text);"],
  ["a function of another file", 'import { list } from "./lists.ts"; const all = list();'],
  ["a function of the same name", "const x = { v: { string() {} } }; const y = x.v.string();"],
])("%s stays as it is", (_, source) => {
  expect(markSchemas(IMPORTS + source)).toBe(IMPORTS + source);
});
