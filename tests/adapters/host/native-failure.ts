const MESSAGES = {
  NE_RT_INVTOKN: "Invalid or expired NL_TOKEN value from client",
  NE_RT_APIPRME: "Missing permission to access Native API",
  NE_RT_NATPRME: "Missing permission to execute the native method: %1",
  NE_RT_NATRTER: "Native method execution error occurred. Required parameter is missing: %1",
  NE_RT_NATNTIM: "%1 is not implemented in the Neutralinojs server",
  NE_FS_FILWRER: "Unable to write file: %1",
  NE_FS_DIRCRER: "Cannot create a directory in %1",
  NE_FS_REMVERR: "Cannot remove path: %1",
  NE_FS_FILRDER: "Unable to open file: %1",
  NE_FS_NOPATHE: "Unable to open path %1",
  NE_FS_NOTADIR: "Path %1 is not a directory",
  NE_FS_MOVEERR: "Cannot perform move: %1",
  NE_OS_INVKNPT: "Invalid platform path name: %1",
  NE_SR_MPINUSE: "Mount path is already in use: %1",
  NE_SR_NOMTPTH: "Cannot unmount %1, the path that was not mounted",
} as const;

/** The runtime's error answer: its own code and message. */
export class NativeFailure extends Error {
  readonly code: keyof typeof MESSAGES;

  constructor(code: keyof typeof MESSAGES, about = "") {
    super(MESSAGES[code].replace("%1", about));
    this.code = code;
  }
}

/** The fields of a call's data. */
export type NativeData = Readonly<Record<string, unknown>>;

/** Answers one method; undefined means success without a value. */
export type NativeMethod = (data: NativeData) => unknown;

/**
 * A required field of the method.
 * @throws a NativeFailure if it is missing
 */
export const textOf = (data: NativeData, field: string): string => {
  const value = data[field];
  if (typeof value !== "string") throw new NativeFailure("NE_RT_NATRTER", field);
  return value;
};
