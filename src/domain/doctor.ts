/** What is checked, in the order in which it is shown. */
export const CHECKS = [
  "disk",
  "database",
  "mail",
  "clock",
  "certificate",
  "address",
  "content",
  "backup",
  "versions",
] as const;

export type CheckName = (typeof CHECKS)[number];

/** `warning`: it works, but something should be done. `wrong`: something does not work. */
export type FindingState = "fine" | "warning" | "wrong";

/** What each finding means for the school, by the id of its message. */
export const FINDING_STATES = {
  "staff-doctor.disk-fine": "fine",
  "staff-doctor.disk-low": "warning",
  "staff-doctor.disk-reserve": "wrong",
  "staff-doctor.database-fine": "fine",
  "staff-doctor.database-slow": "warning",
  "staff-doctor.database-damaged": "wrong",
  "staff-doctor.database-away": "wrong",
  "staff-doctor.mail-fine": "fine",
  "staff-doctor.mail-none": "warning",
  "staff-doctor.mail-away": "wrong",
  "staff-doctor.mail-waiting": "warning",
  "staff-doctor.mail-refused": "warning",
  "staff-doctor.clock-fine": "fine",
  "staff-doctor.clock-alone": "fine",
  "staff-doctor.clock-off": "warning",
  "staff-doctor.clock-wrong": "wrong",
  "staff-doctor.certificate-fine": "fine",
  "staff-doctor.certificate-none": "warning",
  "staff-doctor.certificate-local": "fine",
  "staff-doctor.certificate-ends": "warning",
  "staff-doctor.certificate-over": "wrong",
  "staff-doctor.certificate-unread": "wrong",
  "staff-doctor.address-fine": "fine",
  "staff-doctor.address-none": "warning",
  "staff-doctor.address-away": "wrong",
  "staff-doctor.address-other": "wrong",
  "staff-doctor.content-fine": "fine",
  "staff-doctor.content-none": "warning",
  "staff-doctor.content-missing": "wrong",
  "staff-doctor.backup-fine": "fine",
  "staff-doctor.backup-none": "warning",
  "staff-doctor.backup-old": "warning",
  "staff-doctor.backup-failed": "wrong",
  "staff-doctor.versions-fine": "fine",
  "staff-doctor.versions-node": "warning",
  "staff-doctor.versions-database": "wrong",
  "staff-doctor.versions-app": "wrong",
  "staff-doctor.check-slow": "warning",
  "staff-doctor.check-failed": "warning",
} as const satisfies Record<string, FindingState>;

export type FindingCode = keyof typeof FINDING_STATES;

export const worstOf = (findings: readonly { readonly state: FindingState }[]): FindingState => {
  const states = new Set(findings.map(({ state }) => state));
  if (states.has("wrong")) return "wrong";
  return states.has("warning") ? "warning" : "fine";
};
