/** What some engines say of the line. */
interface Line {
  readonly saveData?: boolean;
  readonly type?: string;
}

/** Lines whose bytes nobody counts. */
const FREE = new Set(["ethernet", "wifi"]);

/** Whether what is fetched may cost the person something; yes where the engine cannot tell. */
export const mayCost = (): boolean => {
  const { connection }: { connection?: Line } = navigator as { connection?: Line };
  return connection?.saveData === true || !FREE.has(connection?.type ?? "");
};
