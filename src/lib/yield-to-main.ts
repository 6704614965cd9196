/** A page that does nothing else for longer than this begins to feel slow. */
const MAX_WORK_MS = 12;

let begun = 0;

/** Lets everything else that is due have its turn. */
export const nextTurn = (): Promise<void> =>
  // Timers of a page wait 4 ms and more; a message comes next.
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** The same, when work has gone on for a while without a break. */
export const yieldToMain = async (): Promise<void> => {
  const now = performance.now();
  if (now - begun < MAX_WORK_MS) return;
  await nextTurn();
  begun = performance.now();
};
