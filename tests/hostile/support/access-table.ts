import { FILES, type FormPart } from "../../server/support/form.ts";
import { TASK } from "../../server/support/hand-ins.ts";
import { activationOf, newMachine } from "../../server/support/machine.ts";
import { PushService } from "../../server/support/push-service.ts";
import { PMB } from "../../server/support/test-school.ts";
import { type PreparedSchool, SKIRT } from "./prepared-school.ts";

/** Who sends a call: nobody, an app with a licence, another student, a tutor, a manager, an administrator. */
export const ROLES = ["nobody", "licence", "student", "tutor", "manager", "admin"] as const;
export type Role = (typeof ROLES)[number];

type Hers = PreparedSchool["hers"];

export interface Access {
  /** The status for each of `ROLES`, in its order. */
  statuses: readonly [number, number, number, number, number, number];
  /** The path's parameters and the query, with the ids of the attacked student. */
  params?: OfHers<Record<string, string | number>>;
  query?: OfHers<Record<string, string>>;
  json?: OfHers<object>;
  form?: OfHers<FormPart[]>;
}

/** A value with the ids of the attacked student, or one that is the same for all. */
type OfHers<Value> = Value | ((hers: Hers) => Value);

export const valueFor = <Value extends object>(
  value: OfHers<Value> | undefined,
  hers: Hers,
): Value | undefined => (typeof value === "function" ? value(hers) : value);

/** A call about oneself: the answer is the caller's own, whoever is signed in. */
const OWN = [401, 401, 200, 200, 200, 200] as const;
const OWN_DONE = [401, 401, 204, 204, 204, 204] as const;
/** Content that a signed-in person and a licence read. */
const CONTENT = [401, 200, 200, 200, 200, 200] as const;
/** A call that needs nobody to be signed in; about something that is not there. */
const OPEN = [200, 200, 200, 200, 200, 200] as const;
const OPEN_MISSING = [404, 404, 404, 404, 404, 404] as const;
/** What is another student's, which those who teach may see. */
const HERS = [401, 401, 404, 200, 200, 200] as const;
const MISSING = [401, 401, 404, 404, 404, 404] as const;
/** A call of the tutors' desk; about a state which is another one by now. */
const DESK = [401, 401, 403, 200, 200, 200] as const;
const DESK_CREATED = [401, 401, 403, 201, 201, 201] as const;
const DESK_MISSING = [401, 401, 403, 404, 404, 404] as const;
const DESK_CONFLICT = [401, 401, 403, 409, 409, 409] as const;
/** A call of the staff's desk; about something that is not there, that is another by now, or that cannot be. */
const STAFF = [401, 401, 403, 403, 200, 200] as const;
const STAFF_MISSING = [401, 401, 403, 403, 404, 404] as const;
const STAFF_CONFLICT = [401, 401, 403, 403, 409, 409] as const;
const STAFF_INVALID = [401, 401, 403, 403, 422, 422] as const;
/** A call about the school itself, which only an administrator may send. */
const SCHOOL = [401, 401, 403, 403, 403, 200] as const;
const SCHOOL_MISSING = [401, 401, 403, 403, 403, 404] as const;
const SCHOOL_CONFLICT = [401, 401, 403, 403, 403, 409] as const;
const SCHOOL_INVALID = [401, 401, 403, 403, 403, 422] as const;
/** A change of the own second factor: without the password, and one that was not begun. */
const NOT_PROVEN = [401, 401, 403, 403, 403, 403] as const;
const NOT_BEGUN = [401, 401, 403, 410, 410, 410] as const;
const SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const notTheirs = { proof: "not theirs" };

const faq = { path: "faq.yaml" };
/** A place of the tree that no school has. */
const NO_PLACE = {
  ...{ kind: "course", product: "NONE", course: "NONE", chapter: "", section: null },
  ...{ lesson: "", main: "" },
};

const none = { id: 999_999 };
const PERSON_FIELDS = {
  username: "changed",
  email: "changed@thimble.example",
  first_name: "",
  last_name: "",
  level: 0,
  last_day: null,
  courses: [],
  teaches: { all: false, courses: [] },
};

const lesson = { lessonId: 101 };
const course = { courseId: PMB };
const account = (hers: Hers) => ({ id: hers.account });
const upload = (hers: Hers) => ({ id: hers.upload });
const video = { product: "PM", lesson: "flare", asset: "flare.webm", language: "fr" };
const machine = newMachine();
const service = new PushService();
const browser = service.browser();
const strange = service.browser();
const photo = (name: string): FormPart => ({ name, fileName: "a.jpg", body: FILES.jpeg() });
const asset = (title: string) => ({ product: "PM", title });

/** What every call of the contract answers to every role that names another person's ids. */
export const ACCESS: Readonly<Record<string, Access>> = {
  "DELETE /desk/comments/:id": { statuses: DESK_MISSING, params: none },
  "DELETE /desk/hand-ins/:id/answer": { statuses: DESK_CONFLICT, params: upload },
  "DELETE /desk/hand-ins/:id/claim": { statuses: [401, 401, 403, 204, 204, 204], params: upload },
  "GET /desk/comments": { statuses: DESK },
  "GET /desk/counts": { statuses: DESK },
  "GET /desk/hand-ins/:id": { statuses: DESK, params: upload },
  "GET /desk/queue": { statuses: DESK },
  "GET /desk/students": { statuses: DESK },
  "GET /desk/students/table": { statuses: DESK },
  "GET /desk/students/:id": { statuses: DESK, params: account },
  "POST /desk/messages": {
    statuses: DESK_CREATED,
    json: (hers) => ({ subject: "To all", body: "Hello", students: [hers.account] }),
  },
  "POST /desk/comments": {
    statuses: DESK_CREATED,
    json: { name: "", text: "Mine", shared: false },
  },
  // Another answer than the one that it names.
  "POST /desk/hand-ins/:id/answer": {
    statuses: DESK_CONFLICT,
    params: upload,
    json: { state: "accepted", text: "", replaces: "2020-01-01T00:00:00.000Z", drawings: [] },
  },
  "PUT /desk/comments/:id": {
    statuses: DESK_MISSING,
    params: none,
    json: { name: "", text: "Mine", shared: false },
  },
  "PUT /desk/hand-ins/:id/claim": { statuses: DESK, params: upload, json: {} },
  "GET /staff/school": { statuses: SCHOOL },
  "GET /staff/school/brand": { statuses: SCHOOL },
  // Another file than the one that it names.
  "PUT /staff/school/brand": {
    statuses: SCHOOL_CONFLICT,
    json: { replaces: "0".repeat(64), languages: null, fields: [], logo: null },
  },
  "GET /staff/school/form": { statuses: SCHOOL, query: { form: "mails" } },
  "PUT /staff/school/form": {
    statuses: SCHOOL_CONFLICT,
    json: { form: "pages", replaces: "0".repeat(64), fields: [] },
  },
  "GET /staff/courses/public": { statuses: STAFF, query: { product: "PM", course: "PMB" } },
  "PUT /staff/courses/public": {
    statuses: STAFF_CONFLICT,
    json: { product: "PM", course: "PMB", replaces: "0".repeat(64), fields: [] },
  },
  "GET /staff/school/doctor": { statuses: SCHOOL },
  "GET /staff/school/serials": { statuses: SCHOOL },
  "POST /staff/school/serials": {
    statuses: SCHOOL,
    json: { name: "class", seats: 1, courses: [] },
  },
  "POST /staff/school/serials/:serial/revoke": {
    statuses: SCHOOL_MISSING,
    params: { serial: "0a1b2c3d-0000-4000-8000-0123456789ab" },
  },
  "PUT /staff/school/settings/:group": {
    statuses: SCHOOL_CONFLICT,
    params: { group: "limits" },
    json: { replaces: "another version", values: [], secrets: [] },
  },
  "POST /staff/school/test-mail": { statuses: SCHOOL },
  "POST /staff/school/try-openid": {
    statuses: SCHOOL_INVALID,
    json: { issuer: "http://accounts.example", client_id: "x", client_secret: null },
  },
  "POST /staff/school/sites": { statuses: SCHOOL_INVALID, json: { address: "no site" } },
  "DELETE /staff/school/sites": {
    statuses: SCHOOL_MISSING,
    query: { origin: "https://nobody.example" },
  },
  "POST /staff/school/backups": { statuses: SCHOOL },
  "GET /staff/jobs": { statuses: STAFF },
  "GET /staff/people-table": { statuses: STAFF },
  "POST /staff/imports": {
    statuses: [401, 401, 403, 403, 201, 201],
    form: [{ name: "file", fileName: "a.csv", body: "username,email\n" }],
  },
  "POST /staff/imports/:id/check": { statuses: STAFF_MISSING, params: none, json: {} },
  "POST /staff/imports/:id/run": {
    statuses: STAFF_MISSING,
    params: none,
    json: { rows: "all", invite: true, language: "en" },
  },
  "GET /staff/jobs/:id": { statuses: STAFF_MISSING, params: none },
  "GET /staff/jobs/:id/events": { statuses: STAFF_MISSING, params: none },
  "GET /staff/jobs/:id/file": { statuses: STAFF_MISSING, params: none },
  "POST /staff/jobs/:id/stop": { statuses: STAFF_MISSING, params: none },
  "GET /staff/changes": { statuses: STAFF },
  "GET /staff/people": { statuses: STAFF },
  "GET /staff/people/:id": { statuses: STAFF, params: account },
  "POST /staff/people/removals/preview": {
    statuses: STAFF,
    json: (hers) => ({ people: [hers.account] }),
  },
  "POST /staff/people/removals": { statuses: STAFF_MISSING, json: { people: [999_999], count: 1 } },
  "GET /staff/people/:id/zip": { statuses: STAFF, params: account },
  // A mail address that cannot stand in a mail.
  "POST /staff/people": {
    statuses: STAFF_INVALID,
    json: { ...PERSON_FIELDS, email: "a@b\nBcc: c@d", invite: true },
  },
  "POST /staff/people/actions": {
    statuses: STAFF,
    json: (hers) => ({ people: [hers.account], action: "mail-works" }),
  },
  // Another version than the present one.
  "PUT /staff/people/:id": {
    statuses: STAFF_CONFLICT,
    params: account,
    json: { ...PERSON_FIELDS, replaces: "another" },
  },
  "DELETE /user/push": { statuses: OWN_DONE },
  "GET /staff/texts": { statuses: STAFF },
  "GET /staff/texts/text": { statuses: STAFF, query: faq },
  "PUT /staff/texts/text": {
    statuses: STAFF_CONFLICT,
    json: { path: "faq.yaml", text: "", replaces: null },
  },
  "DELETE /staff/texts/text": {
    statuses: STAFF_CONFLICT,
    query: { path: "faq.yaml", replaces: SHA256_OF_NOTHING },
  },
  "POST /staff/texts/preview": { statuses: STAFF, json: { path: "faq.yaml", text: "" } },
  "POST /staff/lesson-files/word": {
    statuses: STAFF_INVALID,
    json: { checksum: "0".repeat(64), size: 9 },
  },
  // Another version of the menu than the present one.
  "POST /staff/lesson-files": {
    statuses: STAFF_CONFLICT,
    json: {
      ...{ product: "PM", place: { chapter: "none", section: 0 }, replaces: null },
      lessons: [{ title: "a", type: "text", text: "# a", pictures: [] }],
    },
  },
  "GET /staff/assets": { statuses: STAFF, query: { product: "PM" } },
  "POST /staff/assets": {
    statuses: STAFF_INVALID,
    json: { product: "PM", name: "a.png", checksum: "0".repeat(64), size: 9 },
  },
  "PUT /staff/assets/film-text": {
    statuses: STAFF_CONFLICT,
    json: {
      ...{ product: "PM", film: "none.mp4", kind: "captions", language: "en" },
      ...{ format: "vtt", text: "WEBVTT", replaces: null },
    },
  },
  "GET /staff/texts/picture": {
    statuses: STAFF_MISSING,
    query: { product: "PM", name: "none.svg" },
  },
  "GET /staff/texts/history": { statuses: STAFF, query: faq },
  "GET /staff/texts/difference": {
    statuses: STAFF_MISSING,
    query: { path: "faq.yaml", from: "999999", to: "999999" },
  },
  "GET /staff/lessons/text": { statuses: STAFF, query: { path: "PM/lessons/paper.md" } },
  "PUT /staff/lessons/text": {
    statuses: STAFF_CONFLICT,
    json: { path: "PM/lessons/paper.md", fields: [], body: "", replaces: null },
  },
  "POST /staff/lessons/preview": {
    statuses: STAFF,
    json: { path: "PM/lessons/paper.md", fields: [], body: "" },
  },
  "GET /staff/lessons/numbers": { statuses: STAFF, query: { language: "en" } },
  "GET /staff/entries": { statuses: STAFF, query: { kind: "question" } },
  "PUT /staff/entries": {
    statuses: STAFF_CONFLICT,
    json: { kind: "question", at: 0, fields: null, replaces: SHA256_OF_NOTHING },
  },
  "GET /staff/texts/translation": { statuses: STAFF, query: faq },
  "POST /staff/texts/translation/right": {
    statuses: STAFF_CONFLICT,
    json: { path: "faq.yaml", checksum: "", original_checksum: "" },
  },
  "PUT /staff/texts/readers": { statuses: STAFF, json: { path: "faq.yaml" } },
  "GET /staff/texts/steps": { statuses: STAFF },
  "POST /staff/texts/steps/:id/undo": { statuses: STAFF_MISSING, params: { id: "0.0" } },
  "POST /staff/entries/preview": {
    statuses: STAFF,
    json: {
      ...{ kind: "question", at: null },
      fields: [{ name: "en.question", text: "Where is the thread?" }],
    },
  },
  "GET /staff/tree": { statuses: STAFF },
  "POST /staff/tree": {
    statuses: STAFF_CONFLICT,
    json: { change: { do: "remove", place: NO_PLACE }, replaces: [] },
  },
  "POST /staff/tree/begin": {
    statuses: STAFF_CONFLICT,
    json: { organisation: "", languages: ["en"], title: "First", chapter: "", from: "empty" },
  },
  "POST /staff/tree/removal": { statuses: STAFF_CONFLICT, json: { place: NO_PLACE } },
  "GET /staff/content": { statuses: STAFF },
  "POST /staff/content/uploads": { statuses: STAFF, json: { files: [] } },
  "PUT /staff/content/uploads/:checksum": {
    statuses: STAFF,
    params: { checksum: SHA256_OF_NOTHING },
    query: { at: "0", size: "0", use: "file" },
  },
  "PUT /staff/content/draft/files": {
    statuses: STAFF_CONFLICT,
    json: { files: [], replaces: "0.0" },
  },
  "POST /staff/content/draft/zip": {
    statuses: STAFF_INVALID,
    json: { checksum: SHA256_OF_NOTHING, size: 1, replaces: null },
  },
  "DELETE /staff/content/draft": { statuses: STAFF_CONFLICT, query: { replaces: "0.0" } },
  "POST /staff/content/draft/check": { statuses: STAFF_CONFLICT, json: { version: "0.0" } },
  "POST /staff/content/draft/publish": {
    statuses: STAFF_CONFLICT,
    json: { version: "0.0", published: null },
  },
  "POST /staff/content/comparisons": {
    statuses: STAFF_MISSING,
    json: { version: null, id: 0 },
  },
  "POST /staff/content/versions/:id/roll-back": {
    statuses: STAFF_MISSING,
    params: none,
    json: { published: null },
  },
  "POST /staff/content/versions/:id/export": { statuses: STAFF_MISSING, params: none },
  "DELETE /user/drafts/:id": { statuses: MISSING, params: (hers) => ({ id: hers.draft }) },
  "DELETE /user/measurements/:id": {
    statuses: MISSING,
    params: (hers) => ({ id: hers.measurement }),
  },
  "GET /assets/fetchData": { statuses: CONTENT, query: asset("figures/sheet.svg") },
  "GET /assets/ticket": { statuses: CONTENT, query: asset("figures/sheet.svg") },
  "GET /downloads": { statuses: OWN },
  "GET /files/read": {
    statuses: CONTENT,
    query: { path: "assets/PM/figures/sheet.svg", language: "en" },
  },
  "GET /files/treelist": { statuses: CONTENT, query: { metas: "1", language: "en" } },
  "GET /glossary/fetchImage": { statuses: CONTENT, query: { title: "dart.svg" } },
  "GET /menu/captions": { statuses: CONTENT },
  "GET /menu/checksum": { statuses: CONTENT },
  "GET /menu/faqs": { statuses: CONTENT },
  "GET /menu/glossary": { statuses: CONTENT },
  "GET /menu/icons": { statuses: CONTENT, query: asset("paper.svg") },
  "GET /menu/instructions": { statuses: CONTENT },
  "GET /menu/usercontent": { statuses: CONTENT },
  "GET /menu/usermenu": { statuses: CONTENT },
  "GET /new-video/texts": { statuses: DESK, query: video },
  "GET /organizations/:id": { statuses: OPEN, params: { id: 1 } },
  "GET /organizations/:id/announcements": { statuses: OWN, params: { id: 1 } },
  "GET /organizations/:id/announcements/active": { statuses: OPEN, params: { id: 1 } },
  "GET /products": { statuses: CONTENT },
  "GET /sites": { statuses: OPEN, query: { origin: "https://school.example" } },
  "GET /products/:productKey/lessons/:lessonKey": {
    statuses: CONTENT,
    params: { productKey: "PM", lessonKey: "paper" },
  },
  "GET /products/:productKey/search": {
    statuses: CONTENT,
    params: { productKey: "PM" },
    query: { q: "paper", language: "en" },
  },
  "GET /products/:productKey/skeleton": { statuses: CONTENT, params: { productKey: "PM" } },
  "GET /staff/changes/table": { statuses: STAFF },
  "GET /staff/reports/:report/table": { statuses: STAFF, params: { report: "weeks" } },
  "GET /staff/reports/ends": { statuses: STAFF },
  "GET /staff/reports/stops": { statuses: STAFF },
  "GET /staff/reports/waits": { statuses: STAFF },
  "GET /staff/reports/weeks": { statuses: STAFF },
  "GET /user/attachment-kinds": { statuses: OWN },
  "GET /user/assignments": { statuses: DESK, query: { state: "uploaded" } },
  "GET /user/assignments/:id": { statuses: [401, 401, 200, 404, 404, 200], params: { id: TASK } },
  "GET /user/assignments/:id/uploads/:uploadId/marked/:position": {
    statuses: HERS,
    params: (hers) => ({ id: TASK, uploadId: hers.upload, position: 0 }),
  },
  // The hand-in has no recording.
  "GET /user/assignments/:id/voice/:uploadId": {
    statuses: MISSING,
    params: (hers) => ({ id: TASK, uploadId: hers.upload }),
  },
  "GET /user/assignments/:id/uploads/:uploadId/:fileName": {
    statuses: HERS,
    params: (hers) => ({ id: TASK, uploadId: hers.upload, fileName: hers.fileName }),
  },
  "GET /user/assignments/course/:courseId": { statuses: OWN, params: course },
  "GET /user/assignments/image": { statuses: OWN, query: asset("task.svg") },
  "GET /user/assignments/uploaded/:courseId": { statuses: OWN, params: course },
  "GET /user/check_registration": {
    statuses: OPEN,
    query: (hers) => ({ serialNumber: hers.serial }),
  },
  "GET /user/conversations": { statuses: OWN },
  "GET /user/courses": { statuses: OWN },
  "GET /user/get-session": { statuses: OWN, query: { t: "1" } },
  "GET /user/drafts": { statuses: OWN },
  "GET /user/measurements": { statuses: OWN },
  "GET /user/measurements/default": { statuses: OWN },
  "GET /user/messages": { statuses: OWN },
  "GET /user/messages/:id": { statuses: HERS, params: (hers) => ({ id: hers.message }) },
  "GET /user/messages/:id/attachments/:number": {
    statuses: HERS,
    params: (hers) => ({ id: hers.message, number: 0 }),
  },
  "GET /user/news": { statuses: OWN },
  "GET /user/push": { statuses: OWN },
  "GET /user/notes": { statuses: OWN },
  "GET /user/progress": { statuses: OWN },
  "GET /user/progress/:lessonId": { statuses: OWN, params: lesson },
  "GET /user/progress/nextLesson/:courseId": { statuses: OWN, params: course },
  "GET /user/progress/previousLesson/:courseId": { statuses: OWN, params: course },
  "GET /user/progress/today/:courseId": { statuses: OWN, params: course },
  "GET /user/unseen": { statuses: OWN },
  "POST /new-video/texts": { statuses: DESK, json: { ...video, texts: [] } },
  "POST /files/bundle": {
    statuses: CONTENT,
    json: { language: "en", names: ["assets/PM/figures/sheet.svg"] },
  },
  // A device that nobody has.
  "POST /push/renewal": {
    statuses: OPEN_MISSING,
    json: {
      endpoint: strange.endpoint,
      auth: strange.subscription.auth,
      renewed: strange.subscription,
    },
  },
  "POST /user/accept-policy": { statuses: OWN, json: { policy: "mediaconsent", accepted: false } },
  "POST /user/assignments": {
    statuses: [401, 401, 201, 403, 403, 201],
    form: [{ name: "assignment_id", body: String(TASK) }, photo("files")],
  },
  "POST /user/assignments/:id/feedback": {
    statuses: DESK,
    params: { id: TASK },
    json: (hers) => ({
      student_id: hers.account,
      upload_id: hers.upload,
      state: "accepted",
      text: "",
    }),
  },
  "POST /user/change-password": {
    statuses: NOT_PROVEN,
    json: { current_password: "not theirs", new_password: "a fine new seam" },
  },
  "POST /user/check_activation": {
    statuses: OPEN,
    json: () => activationOf(machine, "0a1b2c3d-0000-4000-8000-0123456789ab"),
  },
  "POST /user/check_license": {
    statuses: OPEN,
    json: { activationId: "0a1b2c3d-0000-4000-8000-0123456789ab" },
  },
  "POST /user/deactivate": {
    statuses: OPEN,
    json: (hers) => ({
      serialNumber: hers.serial,
      computerId: machine.computerId,
      licenseId: machine.licenseId,
    }),
  },
  "GET /openid/start": { statuses: [302, 302, 302, 302, 302, 302] },
  "GET /openid/done": { statuses: OPEN },
  "POST /openid/confirm": { statuses: OPEN_MISSING, json: { code: "a code of nobody" } },
  "POST /openid/session": {
    statuses: OPEN_MISSING,
    json: { secret: "a secret of nobody", code: "a code of nobody" },
  },
  "GET /user/second-factor": { statuses: OWN },
  "POST /user/login/second-factor": {
    statuses: [410, 410, 410, 410, 410, 410],
    json: { challenge: "a challenge of nobody", code: "123456" },
  },
  "POST /user/second-factor/passkeys": {
    statuses: NOT_BEGUN,
    json: {
      challenge: "a challenge of nobody",
      name: "Key",
      passkey: {
        id: "x",
        rawId: "x",
        type: "public-key",
        response: { clientDataJSON: "" },
        clientExtensionResults: {},
      },
    },
  },
  "POST /user/second-factor/passkeys/begin": { statuses: NOT_PROVEN, json: notTheirs },
  "POST /user/second-factor/recovery-codes": { statuses: NOT_PROVEN, json: notTheirs },
  "POST /user/second-factor/remove": { statuses: NOT_PROVEN, json: notTheirs },
  "POST /user/second-factor/totp": {
    statuses: NOT_BEGUN,
    json: { challenge: "a challenge of nobody", code: "123456" },
  },
  "POST /user/second-factor/totp/begin": { statuses: NOT_PROVEN, json: notTheirs },
  "POST /user/forgot-password": { statuses: OPEN, json: { emailOrUsername: "nobody-at-all" } },
  "POST /user/get-serial-number": { statuses: OWN, json: {} },
  "POST /user/login": {
    statuses: OPEN_MISSING,
    json: (hers) => ({ username: hers.username, password: "a guess" }),
  },
  // Both are for the app's own page over HTTPS alone.
  "POST /user/framed-session": { statuses: [401, 401, 403, 403, 403, 403], json: {} },
  "POST /user/framed-session/restore": { statuses: [403, 403, 403, 403, 403, 403], json: {} },
  "POST /user/logout": { statuses: OWN_DONE },
  "POST /user/drafts": {
    statuses: [401, 401, 201, 201, 201, 201],
    json: { ...SKIRT, name: "mine" },
  },
  "POST /user/measurements": {
    statuses: [401, 401, 201, 201, 201, 201],
    json: { name: "mine", is_default: 0, units: "cm", values: {} },
  },
  "POST /user/messages": {
    statuses: [401, 401, 404, 201, 201, 201],
    form: (hers) => [
      { name: "subject", body: "s" },
      { name: "body", body: "b" },
      { name: "thread", body: String(hers.thread) },
    ],
  },
  "POST /user/sign-licence": {
    statuses: [401, 401, 422, 422, 422, 422],
    json: { request: "no request" },
  },
  "PUT /new-video/texts": { statuses: DESK, json: { ...video, texts: [] } },
  // Those who have handed in themselves have seen their own answers.
  "PUT /user/assignments/:id/seen": {
    statuses: [401, 401, 204, 404, 404, 204],
    params: { id: TASK },
  },
  "PUT /user/drafts/:id": {
    statuses: MISSING,
    params: (hers) => ({ id: hers.draft }),
    json: { is_shared: true },
  },
  "PUT /user/measurements/:id": {
    statuses: MISSING,
    params: (hers) => ({ id: hers.measurement }),
    json: { name: "taken" },
  },
  "PUT /user/news": { statuses: OWN, json: { mail: "never", hour: 7, idle: false } },
  "PUT /user/news/place": { statuses: OWN, json: { language: "en", zone: "UTC", week_start: 1 } },
  "PUT /user/push": { statuses: OWN_DONE, json: browser.subscription },
  "PUT /user/notes/:lessonId": { statuses: OWN, params: lesson, json: { text: "mine" } },
  "PUT /user/progress/:lessonId/complete": {
    statuses: OWN,
    params: lesson,
    json: { package_id: 1 },
  },
  "PUT /user/progress/:lessonId/session": {
    statuses: OWN,
    params: lesson,
    json: { lesson_id: 101, package_id: 1 },
  },
};
