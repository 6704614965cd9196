import type { FolderFailure } from "../../platform/ports.ts";

/** How a new version can be installed on this machine. */
export type UpdateKind =
  /** The installed program loads its resources. No administrator is needed. */
  | "resources"
  /** It needs a new program: the whole package is downloaded on request, and the person installs it. */
  | "package"
  /** The build has no key of the school: the app only announces the version. */
  | "link";

export type UpdatePhase =
  /** There is no newer version. */
  | "none"
  /** There is a new version. The person decides whether to download it. */
  | "offered"
  /** Is downloaded automatically, after the content. */
  | "waiting"
  | "fetching"
  /** Downloaded and verified. */
  | "ready"
  | "installing"
  /** The next start uses the new version. */
  | "installed"
  | "failed";

export type UpdateFailure =
  | FolderFailure
  /** The download was interrupted. It continues after the next sync. */
  | { readonly kind: "unreachable" }
  /** The school refuses the file to this person, or no longer has it. */
  | { readonly kind: "refused" }
  /** The bytes do not match the school's signature, or are not an app. */
  | { readonly kind: "damaged" }
  /** The school's signature is invalid. */
  | { readonly kind: "not-signed" }
  /** The school offers no package of this version for this system. */
  | { readonly kind: "not-offered" };

/** What a page shows of a new version. */
export interface UpdateState {
  kind: UpdateKind;
  phase: UpdatePhase;
  /** The new version; empty if there is none. */
  version: string;
  /** The release notes by language. */
  notes: Readonly<Record<string, string>>;
  bytesDone: number;
  /** 0 while the size is unknown. */
  bytesTotal: number;
  failure: UpdateFailure | null;
  /** The person does not want to be told before this time, in milliseconds since 1970. */
  snoozedUntil: number;
  /** A version that failed to start here, so that the previous one is used; empty if there is none. */
  rolledBack: string;
  /** Whether the person has asked for the update. Its progress is shown to them then. */
  asked: boolean;
  /** Path of a downloaded package in the app's folder; empty while there is none. */
  packagePath: string;
}

/** The state while there is no newer version. */
export const NO_UPDATE: Omit<UpdateState, "kind" | "rolledBack"> = {
  phase: "none",
  version: "",
  notes: {},
  bytesDone: 0,
  bytesTotal: 0,
  failure: null,
  snoozedUntil: 0,
  asked: false,
  packagePath: "",
};
