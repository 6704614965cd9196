/** Whether a relative path with `/` stays in its folder on every system. */
export const isSafePath = (path: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file name contains them
  !/[\\:\u0000-\u001f]/.test(path) &&
  path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
