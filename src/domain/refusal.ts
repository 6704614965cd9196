/** Why the school has refused a progress write. */
export type Refusal = "not-active" | "expired" | "not-found" | "other";

/** The reason for a refusal, from the status and the error code. */
export const refusalOf = ({ status, code }: { status: number; code: string }): Refusal => {
  if (code === "lesson/not_active") return "not-active";
  if (code === "course/expired") return "expired";
  return status === 404 ? "not-found" : "other";
};
