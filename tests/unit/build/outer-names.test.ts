import { describe, expect, test } from "vitest";
import { alignNames } from "../../../scripts/build/outer-names-plugin.ts";

describe("what a script imports has its outer name inside the script too", () => {
  test.each([
    ["in calls", 'import{Ab as e}from"a";e(e.e)', 'import{Ab}from"a";Ab(Ab.e)'],
    [
      "as a value of an object",
      'import{Ab as e}from"a";f({e,e:e})',
      'import{Ab}from"a";f({e:Ab,e:Ab})',
    ],
    [
      "but not where an inner variable has the same name",
      'import{Ab as e}from"a";let t=e=>e,n=({e})=>e;e(t,n)',
      'import{Ab}from"a";let t=e=>e,n=({e})=>e;Ab(t,n)',
    ],
    [
      "in a default value",
      'import{Ab as e}from"a";let t=({n=e})=>n;t()',
      'import{Ab}from"a";let t=({n=Ab})=>n;t()',
    ],
  ])("%s", (_, source, aligned) => {
    expect(alignNames(source)).toBe(aligned);
  });

  test("unless some variable of the script is called like that", () => {
    const source = 'import{Ab as e}from"a";let t=Ab=>e(Ab);t()';
    expect(alignNames(source)).toBe(source);
  });

  test("unless something else has got the name before", () => {
    const source = 'import{Ab as e}from"a";import{Ab as t}from"b";e(t)';
    expect(alignNames(source)).toBe('import{Ab}from"a";import{Ab as t}from"b";Ab(t)');
  });

  test("unless the script takes something of that name from outside", () => {
    const source = 'import{Ab as e}from"a";e(Ab)';
    expect(alignNames(source)).toBe(source);
  });
});

describe("what a script exports has its outer name inside the script too", () => {
  test.each([
    ["a variable", "let e=1,t=()=>e;export{e as Ab,t as Cd}", "let Ab=1,Cd=()=>Ab;export{Ab,Cd}"],
    ["a class", "class e{};new e;export{e as Ab}", "class Ab{};new Ab;export{Ab}"],
    ["a variable with a later value", "let e;e=1;export{e as Ab}", "let Ab;Ab=1;export{Ab}"],
  ])("%s", (_, source, aligned) => {
    expect(alignNames(source)).toBe(aligned);
  });
});

test("a script that is no module is refused", () => {
  expect(() => alignNames("let e=")).toThrow(SyntaxError);
});
