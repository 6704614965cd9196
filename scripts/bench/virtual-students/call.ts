/** A call as it is sent. */
export interface Call {
  /** Its name. The app sends one refused call of a path at a time again. */
  path: string;
  request: string;
  /** The status of a good answer. */
  expected: number;
  /** Whether the app sends it again when it was refused. */
  isRepeatable: boolean;
  /** Call once a good answer is there. */
  accepted?: () => void;
}

/** Makes the calls of one student. */
export interface CallMaker {
  next(): Call;
}
