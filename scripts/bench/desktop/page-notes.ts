/** What the page has asked for, and when: milliseconds since 1970. */
export interface PageNotes {
  /** Calls to the school. */
  calls: { path: string; from: number; to: number }[];
  /** The first and the last question of each kind to the runtime about the content's files. */
  runtime: Record<string, { first: number; last: number; count: number }>;
  /** Milliseconds that the page's thread was held up, each time that it was for over 50. */
  stalls: { at: number; ms: number }[];
  /** When a lesson could be read for the first time, from the page's start; null while none can. */
  lessonMs: number | null;
}

/** Runs in the page, before its own scripts; leaves `PageNotes` in `window.notes`. */
export const takeNotes = (): void => {
  const notes: PageNotes = { calls: [], runtime: {}, stalls: [], lessonMs: null };
  Object.assign(window, { notes });
  const now = () => performance.timeOrigin + performance.now();
  const ownFetch = window.fetch;
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin === location.origin) return ownFetch(input, init);
    const call = { path: url.pathname, from: now(), to: Number.NaN };
    notes.calls.push(call);
    const response = await ownFetch(input, init);
    call.to = now();
    return response;
  };
  const asked = new Map<string, string>();
  const heard = new WeakSet<WebSocket>();
  const idOf = (message: string) => /"id":"([\w-]+)"/.exec(message.slice(0, 300))?.[1] ?? "";
  const hear = ({ data }: MessageEvent) => {
    const note = notes.runtime[asked.get(idOf(String(data))) ?? ""];
    if (note) note.last = now();
  };
  const ownSend = WebSocket.prototype.send;
  WebSocket.prototype.send = function send(data) {
    const start = String(data).slice(0, 300);
    const method = /"method":"([\w.]+)"/.exec(start)?.[1] ?? "";
    if (start.includes("/files/")) {
      if (!heard.has(this)) this.addEventListener("message", hear);
      heard.add(this);
      asked.set(idOf(start), method);
      notes.runtime[method] ??= { first: now(), last: Number.NaN, count: 0 };
      notes.runtime[method].count += 1;
    }
    ownSend.call(this, data);
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      notes.stalls.push({ at: performance.timeOrigin + startTime, ms: duration });
    }
  }).observe({ type: "longtask", buffered: true });
  const look = new MutationObserver(() => {
    if (!document.querySelector("main article h1")) return;
    notes.lessonMs = performance.now();
    look.disconnect();
  });
  look.observe(document, { subtree: true, childList: true });
};
