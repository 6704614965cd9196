/** The initial selection of a new person; menu positions count from 1. */
export interface FallbackSelection {
  group: string;
  product: string;
  course: string;
  menu1: number;
  menu2: number;
}

/** The build configuration of the specification. scripts/build sets the values. */
export interface BuildSettings {
  buildType: "online" | "hybrid" | "offline";
  auth: {
    required: { login: boolean; activation: boolean };
    /** Whether a sign-in elsewhere ends the one here. */
    singleLogin: boolean;
  };
  content: {
    /** The largest number of files that are downloaded at the same time. */
    parallelFilesDownload: number;
  };
  /** The course to select when all files are stored and none is selected; absent: none. */
  fallbackSelection?: FallbackSelection;
}
