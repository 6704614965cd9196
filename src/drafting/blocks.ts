import type { Block } from "./block.ts";
import { skirtBlock } from "./blocks/skirt-block.ts";

/** All blocks, in the order of the lessons. */
export const BLOCKS: readonly Block[] = [skirtBlock];

export const blockOf = (id: string): Block | undefined => BLOCKS.find((block) => block.id === id);
