/** Why a school does not take what was studied. */
export type Refusal = "not-active" | "expired" | "not-found" | "other";

/** @returns the reason, as far as the school has said it */
export const refusalOf = ({ status, code }: { status: number; code: string }): Refusal => {
  if (code === "lesson/not_active") return "not-active";
  if (code === "course/expired") return "expired";
  return status === 404 ? "not-found" : "other";
};
