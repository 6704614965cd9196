/** Whether a `/`-joined path names something in the folder that it is relative to, on every system. */
export const isSafePath = (path: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file has them in its name
  !/[\\:\u0000-\u001f]/.test(path) &&
  path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
