/** A change by any process of the school, of which the others are notified. */
export type Change =
  /** An account: its level, its courses, its sessions; or the account is gone. */
  | { readonly kind: "account"; readonly accountId: number }
  /** The content, a key, the list of sites or another setting. */
  | { readonly kind: "setting" };

const ACCOUNT = /^account (\d{1,15})$/;

/** Decodes a notification of the database; null if it is none of the school's. */
export const parseChange = (text: string): Change | null => {
  const [, accountId] = ACCOUNT.exec(text) ?? [];
  if (accountId !== undefined) return { kind: "account", accountId: Number(accountId) };
  return text === "setting" ? { kind: "setting" } : null;
};
