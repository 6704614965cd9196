import { type Answered, Line } from "./line.ts";
import type { Servers } from "./servers.ts";

/**
 * Browsers open six to one server over HTTP/1.1. With half of that, 4,000 students stay below the number
 * of ports from which on the system looks for a free one for milliseconds.
 */
const LINES = 3;

/**
 * A student's connections. With a single one the calls of a slow school would wait at the student: the
 * school would seem to be faster than it is, and would get fewer calls than planned. The first calls
 * open them all, so that an overload is one of calls. Then they take turns.
 */
export class Connections {
  readonly #lines: Line[];
  #turn = 0;

  /**
   * @param home the place of the student's server
   * @param count how many; one call at a time needs one
   */
  constructor(servers: Servers, home: number, count = LINES) {
    this.#lines = Array.from({ length: count }, () => new Line(servers, home));
  }

  /** How often one of them broke while a call was under way. */
  get cutOff(): number {
    return this.#lines.reduce((sum, { cutOff }) => sum + cutOff, 0);
  }

  send(request: string, answered: Answered): void {
    let best: Line | undefined;
    for (let step = 0; step < this.#lines.length; step += 1) {
      const line = this.#lines[(this.#turn + step) % this.#lines.length];
      if (line && line.pending < (best?.pending ?? Number.POSITIVE_INFINITY)) best = line;
    }
    this.#turn += 1;
    best?.send(request, answered);
  }
}
