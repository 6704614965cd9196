import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../test/run-command.ts";
import { ignoredCode } from "./ignored-code.ts";

/** A change of the code that a test should notice. */
export interface Mutant {
  /** Unique in a run. */
  id: string;
  /** Relative to the project, such as `src/domain/queue.ts`. */
  file: string;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** The kind of change, such as `ConditionalExpression`. */
  mutator: string;
  original: string;
  replacement: string;
}

// The packages of this folder are installed when the command runs, so their types may be absent.
interface Position {
  /** From 0. */
  line: number;
  /** From 0. */
  column: number;
}
interface InstrumentedMutant {
  id: string;
  fileName: string;
  location: { start: Position; end: Position };
  mutatorName: string;
  replacement: string;
  /** `Ignored` for ignored code. */
  status?: string;
}
interface Instrumenter {
  instrument(
    files: { name: string; content: string; mutate: boolean }[],
    options: {
      plugins: null;
      excludedMutations: string[];
      ignorers: { shouldIgnore(path: unknown): string | undefined }[];
    },
  ): Promise<{ files: { name: string; content: string }[]; mutants: InstrumentedMutant[] }>;
}
interface InstrumenterModule {
  Instrumenter: new (logger: object) => Instrumenter;
}

const loadInstrumenter = async (): Promise<Instrumenter> => {
  const file = createRequire(import.meta.url).resolve("@stryker-mutator/instrumenter");
  const module = (await import(pathToFileURL(file).href)) as InstrumenterModule;
  const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  return new module.Instrumenter(silent);
};

const textBetween = (lines: readonly string[], { start, end }: InstrumentedMutant["location"]) =>
  lines
    .slice(start.line, end.line + 1)
    .map((line, index, { length }) =>
      line.slice(index === 0 ? start.column : 0, index === length - 1 ? end.column : undefined),
    )
    .join("\n");

/**
 * Puts all mutants of the files into one copy of their code, where each can be switched on.
 * @returns the mutants, and the code by absolute path
 */
export const instrument = async (
  files: readonly string[],
): Promise<{ mutants: Mutant[]; code: Map<string, string> }> => {
  const contents = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const instrumenter = await loadInstrumenter();
  const instrumented = await instrumenter.instrument(
    files.map((name) => ({ name, content: contents.get(name) ?? "", mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [ignoredCode] },
  );
  const mutants = instrumented.mutants
    .filter(({ status }) => status !== "Ignored")
    .map(({ id, fileName, location, mutatorName, replacement }) => ({
      id,
      file: fileName,
      line: location.start.line + 1,
      column: location.start.column + 1,
      mutator: mutatorName,
      original: textBetween((contents.get(fileName) ?? "").split("\n"), location),
      replacement,
    }));
  const code = instrumented.files.map(({ name, content }) => [join(root, name), content] as const);
  return { mutants, code: new Map(code) };
};
