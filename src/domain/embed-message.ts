/* What a page that shows the app and the app in its frame tell each other. Both sides decode it. */

/** The name of the field that tells these messages from those of other scripts of the page. */
export const MESSAGE_KIND = "learningSpace";

/** A lesson that the school has recorded as completed. The keys are null for one of another course. */
interface CompletedLesson {
  readonly id: string | number;
  readonly product: string | null;
  readonly course: string | null;
  readonly lesson: string | null;
}

export type AppMessage =
  | { readonly [MESSAGE_KIND]: "ready"; readonly signedIn: boolean }
  | { readonly [MESSAGE_KIND]: "height"; readonly height: number }
  /** An address in the app, such as `/lessons/PM/PMB`, and the title of its screen. */
  | { readonly [MESSAGE_KIND]: "place"; readonly path: string; readonly title: string }
  | ({ readonly [MESSAGE_KIND]: "lesson-completed" } & CompletedLesson)
  | { readonly [MESSAGE_KIND]: "signed-out"; readonly why: string };

export type PageMessage =
  | { readonly [MESSAGE_KIND]: "look"; readonly lang: string; readonly theme: "light" | "dark" }
  | { readonly [MESSAGE_KIND]: "go"; readonly path: string }
  | { readonly [MESSAGE_KIND]: "sign-out" };
