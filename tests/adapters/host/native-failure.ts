export type NativeCode = `NE_${string}`;

/** The runtime's error answer. */
export class NativeFailure extends Error {
  readonly code: NativeCode;

  constructor(code: NativeCode) {
    super(code);
    this.code = code;
  }
}

/** The fields of a call's data. */
export type NativeData = Readonly<Record<string, unknown>>;
