/** What is recorded in the page. All times are in milliseconds since 1970. */
export interface PageNotes {
  /** Calls to the school. */
  calls: { url: string; from: number; to: number }[];
  /** Requests to the runtime for sizes of content files: the first request and the last answer. */
  sizes: { first: number; last: number; asked: number; answered: number };
  /** Tasks of the page's thread that took more than 50 ms. */
  stalls: { at: number; ms: number }[];
  /** When a lesson was first visible, from the page's start; null while none is. */
  lessonMs: number | null;
}

/** Runs in the page before its own scripts. Stores `PageNotes` in `window.notes`. */
export const recordNotes = (): void => {
  const sizes = { first: Number.NaN, last: Number.NaN, asked: 0, answered: 0 };
  const notes: PageNotes = { calls: [], sizes, stalls: [], lessonMs: null };
  Object.assign(window, { notes });
  const now = () => performance.timeOrigin + performance.now();
  const ownFetch = window.fetch;
  // As little work as possible, since it is part of what is measured.
  window.fetch = (input, init) => {
    const url = String(input);
    const answer = ownFetch(input, init);
    if (!url.includes("/api/")) return answer;
    const call = { url, from: now(), to: Number.NaN };
    notes.calls.push(call);
    const answered = () => {
      call.to = now();
    };
    answer.then(answered, answered);
    return answer;
  };
  const heard = new WeakSet<WebSocket>();
  const hear = ({ data }: MessageEvent) => {
    if (sizes.answered === sizes.asked || !String(data).includes("createdAt")) return;
    sizes.answered += 1;
    sizes.last = now();
  };
  const ownSend = WebSocket.prototype.send;
  WebSocket.prototype.send = function send(data) {
    const message = String(data);
    // Longer messages contain the bytes of a file.
    if (message.length < 1000 && message.includes("getStats") && message.includes("/files/")) {
      if (!heard.has(this)) this.addEventListener("message", hear);
      heard.add(this);
      if (sizes.asked === 0) sizes.first = now();
      sizes.asked += 1;
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
