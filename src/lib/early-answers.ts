/** A call that was sent before the code that asks for its answer was there. */
interface EarlyAnswer {
  readonly authorization: string;
  readonly response: Promise<Response>;
  readonly abort: () => void;
}

/** Early answers by address. Each is taken once. */
export type EarlyAnswers = Map<string, EarlyAnswer>;

declare global {
  interface Window {
    /** `src/early` sets it; absent: no call was sent early. */
    earlyAnswers?: EarlyAnswers;
  }
}
