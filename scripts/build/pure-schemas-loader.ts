import { type CallExpression, type Expression, type ImportDeclaration, parse } from "acorn";

/** The functions that only describe data, by the files that export them. */
const PURE = new Map([
  ["./call.ts", ["call"]],
  ["./wire.ts", ["list", "withDefault"]],
]);
const SCHEMAS = "valibot";

/** The names of pure functions that a declaration imports. */
const pureNames = ({ source, specifiers }: ImportDeclaration): string[] =>
  specifiers.flatMap((specifier) =>
    specifier.type === "ImportSpecifier" &&
    specifier.imported.type === "Identifier" &&
    PURE.get(String(source.value))?.includes(specifier.imported.name)
      ? [specifier.local.name]
      : [],
  );

/** The name by which a file has all of valibot. */
const schemasName = (imports: readonly ImportDeclaration[]): string | undefined =>
  imports
    .filter(({ source }) => source.value === SCHEMAS)
    .flatMap(({ specifiers }) => specifiers)
    .find(({ type }) => type === "ImportNamespaceSpecifier")?.local.name;

/**
 * Marks calls that only describe data as free of effects, so that the build leaves out the calls of the
 * contract that the app does not make, and the functions that only they use. The bundler cannot know it
 * of functions in other files, nor of a call that is given an object.
 * @param source a module
 */
export const markSchemas = (source: string): string => {
  const { body } = parse(source, { ecmaVersion: "latest", sourceType: "module" });
  const imports = body.filter((node) => node.type === "ImportDeclaration");
  const names = new Set(imports.flatMap(pureNames));
  const schemas = schemasName(imports);
  const isPure = (init: Expression | null | undefined): init is CallExpression => {
    if (init?.type !== "CallExpression") return false;
    const { callee } = init;
    if (callee.type === "Identifier") return names.has(callee.name);
    return (
      callee.type === "MemberExpression" &&
      callee.object.type === "Identifier" &&
      callee.object.name === schemas
    );
  };
  return body
    .map((node) => (node.type === "ExportNamedDeclaration" ? node.declaration : node))
    .flatMap((node) => (node?.type === "VariableDeclaration" ? node.declarations : []))
    .map(({ init }) => init)
    .filter(isPure)
    .reduceRight((text, { start, end }) => {
      const call = text.slice(start, end);
      return `${text.slice(0, start)}/*#__PURE__*/(() => ${call})()${text.slice(end)}`;
    }, source);
};

export default function pureSchemasLoader(source: string): string {
  return source.includes(SCHEMAS) ? markSchemas(source) : source;
}
