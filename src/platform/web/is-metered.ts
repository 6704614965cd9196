/** What some browsers tell of the line; the others leave it out, or parts of it. */
interface Line {
  readonly saveData?: boolean;
  readonly type?: string;
}

/** Whether the machine says that its line costs by the megabyte, or that bytes are to be spared. */
export const isMetered = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: Line };
  return connection?.saveData === true || connection?.type === "cellular";
};
