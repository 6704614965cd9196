/** The Network Information API, which only some engines have. */
interface Line {
  readonly saveData?: boolean;
  readonly type?: string;
}

/** Connections that are not metered. */
const FREE = new Set(["ethernet", "wifi"]);

/** Whether the connection may be metered; true if the engine does not say. */
export const isMetered = (): boolean => {
  const { connection }: { connection?: Line } = navigator as { connection?: Line };
  return connection?.saveData === true || !FREE.has(connection?.type ?? "");
};
