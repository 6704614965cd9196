import fc from "fast-check";

/**
 * Random input is the same in every run: a change fails by its own fault, not by luck.
 * `TEST_SEED=N` tries other input, and repeats a run that failed.
 */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });

export default fc;
