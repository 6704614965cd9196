import type { AccountDetails } from "../../../src/server/accounts/account-rows.ts";

/** A student without a password. */
export const NOA: AccountDetails = {
  username: "noa",
  email: "noa@thimble.example",
  firstName: "Noa",
  lastName: "Brand",
  level: 0,
  languages: ["en"],
  passwordHash: "",
  registered: "2026-01-15",
  expire: null,
};
