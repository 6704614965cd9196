export type NativeCode = `NE_${string}`;

export class NativeFailure extends Error {
  readonly code: NativeCode;

  constructor(code: NativeCode) {
    super(code);
    this.code = code;
  }
}

export type NativeData = Readonly<Record<string, unknown>>;
