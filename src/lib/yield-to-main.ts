/** Longer work without a break makes a page feel slow. */
const MAX_WORK_MS = 12;

let lastBreak = 0;

/** Resolves after the tasks that are waiting in the event loop. */
export const nextTurn = (): Promise<void> =>
  // A message is delivered at once, while a timer waits at least 4 ms.
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Like `nextTurn`, but only if the last break was more than 12 ms ago. */
export const yieldToMain = async (): Promise<void> => {
  const now = performance.now();
  if (now - lastBreak < MAX_WORK_MS) return;
  await nextTurn();
  lastBreak = performance.now();
};
