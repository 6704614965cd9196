/** The initial selection of a new person; menu positions count from 1. */
export interface FallbackSelection {
  group: string;
  product: string;
  course: string;
  menu1: number;
  menu2: number;
}

/** What the specification's build configuration says of a build; the values stand with the builds. */
export interface BuildSettings {
  buildType: "online" | "hybrid" | "offline";
  auth: {
    required: { login: boolean; activation: boolean };
    /** Whether a sign-in elsewhere ends the one here. */
    singleLogin: boolean;
  };
  content: {
    /** Files that are fetched at the same time, at most. */
    parallelFilesDownload: number;
  };
  /** Selected once all files are there and nothing else is; absent: nothing is. */
  fallbackSelection?: FallbackSelection;
}
