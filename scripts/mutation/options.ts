import { Command, InvalidArgumentError } from "commander";
import { filesOf, type LayerName, layerNames } from "./layers.ts";

export interface MutationOptions {
  /** The files to mutate, by layer. */
  targets: ReadonlyMap<LayerName, readonly string[]>;
  /** How many mutants of each layer; null: all. */
  sample: number | null;
  seed: number;
  /** Only those that survived the last run of the layer. */
  survivors: boolean;
}

const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
};

const HELP = `
Layers: ${layerNames.join(", ")}. Other words select the files whose paths contain them.

Examples:
  npm run mutation                          all layers, which takes hours
  npm run mutation -- domain transport
  npm run mutation -- core/queue.ts
  npm run mutation -- offline --sample 300  a random part, the same each time
  npm run mutation -- core --survivors      again what survived the last run of the layer

Results are kept in test-results/mutation/. tests/README.md says what to do with a survivor.
`;

const targetsOf = (words: readonly string[]): Map<LayerName, string[]> => {
  const targets = new Map<LayerName, string[]>();
  const parts = words.filter((word) => !layerNames.some((name) => name === word));
  for (const name of layerNames) {
    const all = filesOf(name);
    const files =
      words.length === 0 || words.includes(name)
        ? all
        : all.filter((file) => parts.some((part) => file.includes(part)));
    if (files.length > 0) targets.set(name, files);
  }
  return targets;
};

/** Parses the arguments after `npm run mutation --`. Exits after help and on invalid arguments. */
export const readMutationOptions = (words: readonly string[]): MutationOptions => {
  const command = new Command("npm run mutation --")
    .description("Changes the code in small ways, and lists the changes that no test notices.")
    .usage("[layer or word]... [options]")
    .argument("[words...]", "layers, and words in the paths of source files")
    .option("--sample <number>", "test only so many mutants of each layer", wholeNumber)
    .option("--seed <number>", "which ones --sample draws", wholeNumber, 1)
    .option("--survivors", "test only what survived the last run of the layer")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", HELP)
    .parse([...words], { from: "user" });
  const { sample, seed, survivors } = command.opts<{
    sample?: number;
    seed: number;
    survivors?: boolean;
  }>();
  const targets = targetsOf(command.args);
  if (targets.size === 0) command.error("No source file of a layer has such a path.");
  return { targets, sample: sample ?? null, seed, survivors: survivors ?? false };
};
