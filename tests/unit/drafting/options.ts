import type { Block, OptionValues } from "../../../src/drafting/block.ts";

/** Any values of all options of a block, each within its bounds and on its steps. */
export const optionsOf = (block: Block, random: () => number): OptionValues =>
  Object.fromEntries(
    block.options.map((option) => {
      if (option.kind === "choice")
        return [option.name, option.choices[Math.floor(random() * option.choices.length)] ?? ""];
      const steps = Math.round((option.max - option.min) / option.step);
      return [option.name, option.min + Math.round(random() * steps) * option.step];
    }),
  );
