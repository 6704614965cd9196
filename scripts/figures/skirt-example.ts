import { draftSkirt, EXAMPLE_SKIRT } from "../../src/drafting/skirt.ts";

/** The skirt of the lessons' example body. */
export const example = draftSkirt(EXAMPLE_SKIRT);
