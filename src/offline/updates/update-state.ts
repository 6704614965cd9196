import type { FolderFailure } from "../../platform/ports.ts";

/** How a new version can be had on this machine. */
export type UpdateKind =
  /** Its resources are taken up by the installed program, without rights and at once. */
  | "resources"
  /** It needs another program: the whole package is fetched when the person wishes, and installed by them. */
  | "package"
  /** The build carries no key of the school: the app tells of it, and fetches nothing. */
  | "link";

export type UpdatePhase =
  /** There is nothing newer. */
  | "none"
  /** There is a new version; nothing is done until the person says so. */
  | "offered"
  /** Comes after the content, by itself. */
  | "waiting"
  | "fetching"
  /** Whole, and verified. */
  | "ready"
  | "installing"
  /** The next start starts it. */
  | "installed"
  | "failed";

export type UpdateFailure =
  | FolderFailure
  /** It broke off; what has come is kept, and it goes on after the next sync. */
  | { readonly kind: "unreachable" }
  /** The school does not give it to this person, or has it no more. */
  | { readonly kind: "refused" }
  /** The bytes are not those that the school has signed, or are no app. */
  | { readonly kind: "damaged" }
  /** The school's signature does not hold. */
  | { readonly kind: "not-signed" }
  /** The school offers no package of this version for this system. */
  | { readonly kind: "not-offered" };

/** What a page shows of a new version. */
export interface UpdateState {
  kind: UpdateKind;
  phase: UpdatePhase;
  /** The new version; empty where there is none. */
  version: string;
  /** What is new, by language. */
  notes: Readonly<Record<string, string>>;
  bytesDone: number;
  /** 0 while it is not known. */
  bytesTotal: number;
  failure: UpdateFailure | null;
  /** Until then the person does not want to be told, milliseconds since 1970. */
  quietUntil: number;
  /** A version that did not start here, so that the one before was put back; empty: none. */
  putBack: string;
  /** Whether the person has asked for it: then its progress is shown to them. */
  asked: boolean;
  /** Where a fetched package lies in the app's folder; empty while there is none. */
  packagePath: string;
}

/** Where there is nothing newer. */
export const NO_UPDATE: Omit<UpdateState, "kind" | "putBack"> = {
  phase: "none",
  version: "",
  notes: {},
  bytesDone: 0,
  bytesTotal: 0,
  failure: null,
  quietUntil: 0,
  asked: false,
  packagePath: "",
};
