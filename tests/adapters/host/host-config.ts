/** The part of `neutralino.config.json` that the stand-in reads; the rest is about the window. */
export interface HostConfig {
  readonly applicationId?: string;
  readonly version?: string;
  readonly enableNativeAPI?: boolean;
  readonly tokenSecurity?: string;
  readonly singlePageServe?: boolean;
  readonly serverHeaders?: Readonly<Record<string, string>>;
  readonly nativeAllowList?: readonly string[];
  readonly globalVariables?: Readonly<Record<string, unknown>>;
}

/** For tests that do not depend on the configuration: every method is allowed. */
export const OPEN_CONFIG: HostConfig = {
  applicationId: "example.school.learning-space",
  version: "1.1.2",
  enableNativeAPI: true,
  tokenSecurity: "one-time",
  singlePageServe: true,
};

export const mayCall = ({ nativeAllowList }: HostConfig, method: string): boolean =>
  nativeAllowList?.some((entry) => entry === method || entry === method.replace(/\..*/, ".*")) ??
  true;

/** The app's id as the runtime writes it: without hyphens. */
export const appIdOf = ({ applicationId }: HostConfig): string =>
  (applicationId ?? "js.neutralino.framework").replaceAll(/[^\w.]/g, "").replaceAll(/\.{2,}/g, ".");

export type NativeCode = `NE_${string}`;

export class NativeFailure extends Error {
  readonly code: NativeCode;

  constructor(code: NativeCode) {
    super(code);
    this.code = code;
  }
}

export type NativeData = Readonly<Record<string, unknown>>;
