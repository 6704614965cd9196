import { type Compiler, rspack } from "@rspack/core";
import { rewriteScripts } from "./rewrite-scripts.ts";

/** The object of a module's exports, as the bundler defines it for `import()`. */
const NAMESPACE =
  /^var (\w+) = \{\};\n__webpack_require__\.r\(\1\);\n__webpack_require__\.d\(\1, \{([^{}]*)\}\);$/gm;
const GETTER = /\s*("?[\w$]+"?): \(\) => \(([\w$]+)\)\s*/y;
const RUNTIME =
  /^var __webpack_modules__ = \{\};\n[\s\S]*?^\/\/ webpack\/runtime\/module_chunk_loading\n\(\(\) => \{\n[\s\S]*?^\}\)\(\);\n/m;
const RUNTIME_IMPORT = /^import \{ __webpack_require__ \} from "[^"]+";\n/m;

/** Writes `a: () => (b)` as a getter. @returns null if there is anything else in the list */
const gettersOf = (list: string): string | null => {
  const getters: string[] = [];
  for (const entry of list.split(",")) {
    GETTER.lastIndex = 0;
    const [all, name, value] = GETTER.exec(entry) ?? [];
    if (all !== entry) return null;
    getters.push(`get ${name}() { return ${value} }`);
  }
  return getters.join(", ");
};

/**
 * Defines the objects of exports in plain JavaScript, so that no script needs the bundler's runtime, and
 * leaves it out. The minifier cannot: the runtime has effects.
 * @param sources the chunks by name, before they are minified
 * @returns the chunks that change
 */
export const plainNamespaces = (sources: ReadonlyMap<string, string>): Map<string, string> => {
  const texts = new Map<string, string>();
  for (const [name, source] of sources) {
    const text = source.replace(NAMESPACE, (all, object: string, list: string) => {
      const getters = gettersOf(list);
      return getters === null ? all : `var ${object} = { ${getters} };`;
    });
    texts.set(name, text.replace(RUNTIME_IMPORT, "").replace(RUNTIME, ""));
  }
  // Some script does need it, such as one with a module in CommonJS.
  if ([...texts.values()].some((text) => text.includes("__webpack_require__"))) return new Map();
  return new Map([...texts].filter(([name, text]) => text !== sources.get(name)));
};

/** Leaves out the bundler's runtime. */
export class PlainNamespacesPlugin {
  apply(compiler: Compiler): void {
    // Before the minifier.
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE - 1;
    rewriteScripts(compiler, "PlainNamespacesPlugin", stage, plainNamespaces);
  }
}
