import type { Block } from "./block.ts";
import { skirtBlock } from "./blocks/skirt-block.ts";
import { trousersBlock } from "./blocks/trousers-block.ts";

/** All blocks, in the order of the lessons. */
export const BLOCKS: readonly Block[] = [skirtBlock, trousersBlock];

export const blockOf = (id: string): Block | undefined => BLOCKS.find((block) => block.id === id);
