/** Lets pending promises and network events be processed, without waiting for a timer. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};
