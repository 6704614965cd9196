/** A school's name as every system's files and folders can have it. */
export const fileName = (name: string): string =>
  name
    .replace(/[\p{Cc}<>:"/\\|?*\s]+/gu, " ")
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, 60)
    .trim() || "Learning space";
