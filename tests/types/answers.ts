/**
 * Mistakes in answers and in prefetched addresses that must not compile, and types that every answer must
 * have. There is nothing to run: each `@ts-expect-error` is an error once the line below it compiles.
 */
import type { Call, CallAddress, SentAnswer } from "../../src/contract/call.ts";
import { getSkeleton } from "../../src/contract/content.ts";
import { deleteMeasurement, getMeasurements } from "../../src/contract/measurements.ts";
import type { getMessages } from "../../src/contract/messages.ts";
import { getNotes, putNote } from "../../src/contract/notes.ts";
import { getToday } from "../../src/contract/progress.ts";
import { cached, created, tagged } from "../../src/server/http/answer.ts";
import { type App, publicRoute, readerRoute, route } from "../../src/server/http/route.ts";
import { required } from "../../src/server/page.ts";
import { HttpProblem } from "../../src/server/problem.ts";
import { Representation } from "../../src/server/representation.ts";
import type { Services } from "../../src/server/services.ts";

declare const app: App;
declare const services: Services;
declare const note: { lesson_id: number; text: string; updated: string };
declare const colouredNote: typeof note & { colour: string };
declare const product: SentAnswer<typeof getSkeleton>["product"];

// An answer that matches the contract compiles, in any form.
route(app, services, getNotes, () => ({ notes: [note] }));
route(app, services, getNotes, async () => ({ notes: [] }));
route(app, services, getNotes, async () => created({ notes: [note] }));
route(app, services, getNotes, async () => tagged({ notes: [note] }, "tag"));
readerRoute(app, services, getSkeleton, () => cached(Representation.json({ product })));
route(app, services, deleteMeasurement, async () => null);
route(app, services, getNotes, () => {
  throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
});

// A misspelt field.
// @ts-expect-error: `txt` is no field of a note
route(app, services, getNotes, () => ({ notes: [{ lesson_id: 1, txt: "", updated: "" }] }));

// A missing field.
// @ts-expect-error: a note has a text
route(app, services, getNotes, async () => ({ notes: [{ lesson_id: 1, updated: "" }] }));
declare const unitless: {
  id: number;
  name: string;
  is_default: 0;
  updated: null;
  values: Record<string, null>;
};
// @ts-expect-error: a table has units
route(app, services, getMeasurements, () => ({ measurements: [unitless] }));

// An unknown field, also from a variable.
// @ts-expect-error: a note has no colour
route(app, services, getNotes, async () => ({ notes: [colouredNote] }));
// @ts-expect-error: a note has no colour
route(app, services, getNotes, async () => created({ notes: [colouredNote] }));
// @ts-expect-error: a note has no colour
route(app, services, putNote, async () => tagged({ note: colouredNote }, "tag"));
// @ts-expect-error: the answer has no more than notes
publicRoute(app, services, getNotes, () => ({ notes: [note], more: 1 }));
const coloured = Representation.json({ product: { ...product, colour: "red" } });
// @ts-expect-error: a product has no colour
readerRoute(app, services, getSkeleton, () => cached(coloured));

// A value of another type, or of an unknown type.
// @ts-expect-error: our school sends ids as numbers
route(app, services, getNotes, () => ({ notes: [{ ...note, lesson_id: "1" }] }));
// @ts-expect-error: the type of parsed JSON is unknown
route(app, services, getNotes, async () => ({ notes: [{ ...note, text: JSON.parse("1") }] }));
// @ts-expect-error: the type of parsed JSON is unknown
route(app, services, getNotes, () => JSON.parse("{}"));
// @ts-expect-error: the type of a response's body is unknown
route(app, services, getNotes, () => new Response());

// A call whose answer is typed loosely would let any mistake through.
declare const looseCall: Call<"/loose", undefined, unknown, never, { note: { text: unknown } }>;
// @ts-expect-error: the type of the text is unknown
route(app, services, looseCall, () => ({ note: { text: "" } }));

// Requests have the contract's names.
// @ts-expect-error: the path has no `lesson`
route(app, services, putNote, ({ params }) => ({ note: { ...note, text: params.lesson } }));
// @ts-expect-error: the body has no `words`
route(app, services, putNote, ({ body }) => ({ note: { ...note, text: body.words } }));
// @ts-expect-error: the query has no `lang`
route(app, services, getToday, ({ query }) => required(query, "lang"));
// @ts-expect-error: the contract has no such error code
new HttpProblem(404, "lesson/not_fond", "There is no such lesson");
// @ts-expect-error: the contract gives that code another status
new HttpProblem(400, "lesson/not_found", "There is no such lesson");

/** The calls by the name that they are exported under. */
type Contract = typeof import("../../src/contract/account.ts") &
  typeof import("../../src/contract/activation.ts") &
  typeof import("../../src/contract/announcements.ts") &
  typeof import("../../src/contract/assignments.ts") &
  typeof import("../../src/contract/content.ts") &
  typeof import("../../src/contract/desk.ts") &
  typeof import("../../src/contract/desk-students.ts") &
  typeof import("../../src/contract/saved-comments.ts") &
  typeof import("../../src/contract/downloads.ts") &
  typeof import("../../src/contract/licence-file.ts") &
  typeof import("../../src/contract/local-files.ts") &
  typeof import("../../src/contract/news-choice.ts") &
  typeof import("../../src/contract/news-locale.ts") &
  typeof import("../../src/contract/news.ts") &
  typeof import("../../src/contract/push-renewal.ts") &
  typeof import("../../src/contract/push.ts") &
  typeof import("../../src/contract/measurements.ts") &
  typeof import("../../src/contract/messages.ts") &
  typeof import("../../src/contract/notes.ts") &
  typeof import("../../src/contract/openid.ts") &
  typeof import("../../src/contract/organisation.ts") &
  typeof import("../../src/contract/progress.ts") &
  typeof import("../../src/contract/reference.ts") &
  typeof import("../../src/contract/second-factor.ts") &
  typeof import("../../src/contract/search.ts") &
  typeof import("../../src/contract/session.ts") &
  typeof import("../../src/contract/staff-brand.ts") &
  typeof import("../../src/contract/staff-import.ts") &
  typeof import("../../src/contract/staff-content.ts") &
  typeof import("../../src/contract/staff-editor.ts") &
  typeof import("../../src/contract/staff-entries.ts") &
  typeof import("../../src/contract/staff-jobs.ts") &
  typeof import("../../src/contract/staff-people.ts") &
  typeof import("../../src/contract/staff-openid.ts") &
  typeof import("../../src/contract/staff-school.ts") &
  typeof import("../../src/contract/video.ts");

type Answers = {
  [Name in keyof Contract as Contract[Name] extends { method: string; path: string }
    ? Name
    : never]: SentAnswer<Contract[Name]>;
};

type Plain = string | number | boolean | null | undefined;

/** The paths of fields that may be missing. */
type Optional<Value, Path extends string, Seen = never> = Value extends Plain | Seen
  ? never
  : Value extends readonly (infer Item)[]
    ? Optional<Item, `${Path}[]`, Seen>
    : {
        [Key in keyof Value & string]-?:
          | (Record<never, never> extends Pick<Value, Key>
              ? string extends Key
                ? never
                : `${Path}.${Key}`
              : never)
          | Optional<Value[Key], `${Path}.${Key}`, Seen | Value>;
      }[keyof Value & string];

type OptionalFields = { [Name in keyof Answers]: Optional<Answers[Name], Name> }[keyof Answers];

/** Fields that our school may leave out, with their reason. Tests also answer as schools without them do. */
type Explained =
  // Our school sends pages always.
  | `${string}.cursor`
  | "getMessages.conversations"
  // The browser's own functions for passkeys read these options: the Web Authentication standard has them.
  | `beginPasskey.options.${string}`
  // What most schools do without.
  | `${string}rganization.${"language" | "logo_dark" | "title" | "favicon" | "zone" | "openid" | "installers" | "week_start"}`
  | `${string}user.schoolZone`
  | `${string}.footer.${string}`
  // What an entry with several texts lacks in a language.
  | `${string}.translations[].${"title" | "descr" | "description"}`
  // What comes with a sign-in in a browser alone.
  | `${string}.ahead`
  // What few assignments have: further hand-ins, criteria, a draft that is asked for, a student in a tutor's list.
  | `${string}.${"assignment" | "assignments[]"}.${"uploads_cursor" | "criteria" | "draft" | "student"}`
  // What only some hand-ins have: a tutor's drawing, pins and voice, an answer that is new, a conversation about it.
  | `${string}.files[].marked`
  | `${string}.files[].marked.pins`
  | `${string}.feedback.${"new" | "voice"}`
  | `${string}.${"uploads[]" | "hand_in"}.thread`
  | `${string}.drawings[].pages[].unit`
  // A list of progress alone says which lessons have a note.
  | `${string}.${"progress" | "progress[]"}.noted`;

/** The only fields that our school may leave out, declared with `v.nullish`. */
export const optionalFields: Record<Exclude<OptionalFields, Explained>, true> = {
  // A skeleton's lessons have no text, so the type of a lesson lets it be missing.
  "getLesson.lesson.html": true,
  // A section without a size has the default size.
  "getSkeleton.product.menu.menu1[].menu2[].props.w": true,
  "getSkeleton.product.menu.menu1[].menu2[].props.h": true,
  // A file of a message has either its bytes or its address.
  "getMessage.attachments[].data": true,
  "getMessage.attachments[].url": true,
  // A school need not offer the desktop app.
  "getContentChecksum.app": true,
};

type Today = CallAddress<typeof getToday>;
const path = "/user/progress/today/:courseId";
const params = { courseId: 1 };

export const right: [Today, CallAddress<typeof getMessages>] = [
  { path, params, query: { language: "en", weekStart: 7 } },
  { path: "/user/messages" },
];

export const wrong: Today[] = [
  // @ts-expect-error: the call has another path
  { path: "/user/progress/todays/:courseId", params },
  // @ts-expect-error: a value that was filled in by hand is no path of the contract
  { path: "/user/progress/today/1", params },
  // @ts-expect-error: the path names a course
  { path },
  // @ts-expect-error: the parameter has another name
  { path, params: { course: 1 } },
  // @ts-expect-error: the query has no such name
  { path, params, query: { lang: "en" } },
];
