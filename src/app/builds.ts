/** The initial selection of a new person; menu positions count from 1. The menu has one group alone. */
export interface FallbackSelection {
  product: string;
  course: string;
  menu1: number;
  menu2: number;
}

/**
 * The build configuration of the specification. Its base address of the file server belongs to the
 * school and not to the build: `scripts/build/school-settings.ts` reads it from the environment.
 */
interface BuildSettings {
  /** The name by which the build is made. */
  buildType: "online" | "hybrid" | "offline";
  auth: {
    /** Whether people sign in at the school, and whether a licence activates the app first. */
    required: { login: boolean; activation: boolean };
    /** Whether a sign-in elsewhere ends the one here. */
    singleLogin: boolean;
  };
  /** Absent: no files are downloaded. */
  content?: {
    /** The largest number of files that are downloaded at the same time. */
    parallelFilesDownload: number;
  };
  /** Whether expired courses are closed, except for administrators. */
  closesExpiredCourses: boolean;
  /** What is selected when all files are stored and nothing is; absent: nothing. */
  fallbackSelection?: FallbackSelection;
}

const FALLBACK_SELECTION: FallbackSelection = {
  product: "pm",
  course: "PMB",
  menu1: 4,
  menu2: 1,
};

/** The web app. */
export const ONLINE = {
  buildType: "online",
  auth: { required: { login: true, activation: false }, singleLogin: true },
  content: { parallelFilesDownload: 20 },
  closesExpiredCourses: true,
} as const satisfies BuildSettings;

/** The desktop app whose content comes from the school. */
export const HYBRID = {
  buildType: "hybrid",
  auth: { required: { login: true, activation: true }, singleLogin: true },
  content: { parallelFilesDownload: 20 },
  closesExpiredCourses: false,
  fallbackSelection: FALLBACK_SELECTION,
} as const satisfies BuildSettings;

/** The desktop app whose content is imported. */
export const OFFLINE = {
  buildType: "offline",
  auth: { required: { login: false, activation: true }, singleLogin: false },
  closesExpiredCourses: false,
  fallbackSelection: FALLBACK_SELECTION,
} as const satisfies BuildSettings;

export const BUILDS = [ONLINE, HYBRID, OFFLINE] as const;

export type BuildName = (typeof BUILDS)[number]["buildType"];
