import { type Compiler, rspack } from "@rspack/core";
import type { ExportSpecifier, ImportSpecifier, Node, Program, Property } from "acorn";
import { parse } from "acorn";
import { full } from "acorn-walk";
import { analyze, type Scope } from "eslint-scope";
import { rewriteEachScript } from "./rewrite-scripts.ts";

/** A part of a text, and what replaces it. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const applyEdits = (source: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);

/** All names that a scope of the file declares, or takes from outside the file. */
const namesIn = (scopes: readonly Scope[]): Set<string> =>
  new Set(
    scopes.flatMap(({ variables, through }) => [
      ...variables.map(({ name }) => name),
      ...through.map(({ identifier }) => identifier.name),
    ]),
  );

/** Where a name is key and value at once, as in `{name}`. */
const shorthandsIn = (program: Program): Set<number> => {
  const starts = new Set<number>();
  full(program, (node) => {
    const { type, shorthand, value } = node as Property;
    if (type === "Property" && shorthand) starts.add(value.start);
  });
  return starts;
};

/** An import or an export of the file, and the name that other files have for it. */
interface Outer {
  readonly specifier: ImportSpecifier | ExportSpecifier;
  readonly name: string;
}

/** What the file imports and exports by name, by its own names. */
const outersOf = (program: Program): Map<string, Outer> => {
  const outers = new Map<string, Outer>();
  const add = (specifier: ImportSpecifier | ExportSpecifier): void => {
    const { local } = specifier;
    const outer = specifier.type === "ImportSpecifier" ? specifier.imported : specifier.exported;
    if (local.type === "Identifier" && outer.type === "Identifier") {
      outers.set(local.name, { specifier, name: outer.name });
    }
  };
  for (const node of program.body) {
    if (node.type === "ImportDeclaration") {
      for (const specifier of node.specifiers) {
        if (specifier.type === "ImportSpecifier") add(specifier);
      }
    } else if (node.type === "ExportNamedDeclaration" && !node.source) {
      node.specifiers.forEach(add);
    }
  }
  return outers;
};

/**
 * Gives everything that a file imports or exports the same name inside the file as outside: what is
 * `useText as e` in one file and `useText as n` in another is `useText` in both. So files have more in
 * common, and a browser that has one of them gets another in fewer bytes. Where the file has the name
 * for something else, nothing changes.
 * @param source a minified module
 * @throws a SyntaxError if it is no module
 */
export const alignNames = (source: string): string => {
  const program = parse(source, { ecmaVersion: "latest", sourceType: "module", ranges: true });
  // eslint-scope declares the same nodes by other types, of ESTree.
  const { scopes } = analyze(program as never, { ecmaVersion: 2022, sourceType: "module" });
  const taken = namesIn(scopes);
  const shorthands = shorthandsIn(program);
  const outers = outersOf(program);
  const edits: Edit[] = [];
  for (const variable of scopes.find(({ type }) => type === "module")?.variables ?? []) {
    const { specifier, name } = outers.get(variable.name) ?? {};
    if (specifier === undefined || name === undefined || taken.has(name)) continue;
    taken.add(name);
    edits.push({ start: specifier.start, end: specifier.end, text: name });
    const uses = variable.references.map(({ identifier }) => identifier);
    for (const identifier of new Set([...variable.identifiers, ...uses])) {
      const { start, end } = identifier as unknown as Node;
      if (start >= specifier.start && end <= specifier.end) continue;
      edits.push({ start, end, text: shorthands.has(start) ? `${variable.name}:${name}` : name });
    }
  }
  return applyEdits(source, edits);
};

/** Gives what chunks import and export the same name in all of them. */
export class OuterNamesPlugin {
  apply(compiler: Compiler): void {
    // After the exports have got their short names.
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 4;
    rewriteEachScript(compiler, "OuterNamesPlugin", stage, alignNames);
  }
}
