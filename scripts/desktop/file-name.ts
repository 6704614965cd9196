/** Converts a school's name to a file name that is valid on every system. */
export const fileName = (name: string): string =>
  name
    .replace(/[\p{Cc}<>:"/\\|?*\s]+/gu, " ")
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, 60)
    .trim() || "Learning space";
