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

interface Access {
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
const OWN_CREATED = [401, 401, 201, 201, 201, 201] as const;
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
const emptied = { ...faq, text: "" };
const emptyLesson = { path: "PM/lessons/paper.md", fields: [], body: "" };
const comment = { name: "", text: "Mine", shared: false };
const table = { name: "mine", is_default: 0, units: "cm", values: {} };
const guess = { challenge: "a challenge of nobody", code: "123456" };
const pmb = { product: "PM", course: "PMB" };
const NOBODYS = "0a1b2c3d-0000-4000-8000-0123456789ab";
const NO_BYTES = { checksum: "0".repeat(64), size: 9 };
/** Replaces another version than the present one. */
const ANOTHER = { replaces: "0".repeat(64), fields: [] };
const beginning = {
  ...{ organisation: "", languages: ["en"], title: "First", chapter: "", from: "empty" },
};
/** A place of the tree that no school has. */
const NO_PLACE = {
  ...{ kind: "course", product: "NONE", course: "NONE", chapter: "", section: null },
  ...{ lesson: "", main: "" },
};

const none = { id: 999_999 };
const PERSON_FIELDS = {
  ...{ username: "changed", email: "changed@thimble.example", first_name: "", last_name: "" },
  ...{ level: 0, last_day: null, courses: [], teaches: { all: false, courses: [] } },
};

const lesson = { lessonId: 101 };
const course = { courseId: PMB };
const account = (hers: Hers) => ({ id: hers.account });
const upload = (hers: Hers) => ({ id: hers.upload });
const message = (hers: Hers) => ({ id: hers.message, number: 0 });
const fileOfUpload = ({ upload, fileName }: Hers) => ({
  ...{ id: TASK, uploadId: upload, position: 0, fileName },
});
const video = { product: "PM", lesson: "flare", asset: "flare.webm", language: "fr" };
const machine = newMachine();
const service = new PushService();
const browser = service.browser();
const strange = service.browser();
const photo = (name: string): FormPart => ({ name, fileName: "a.jpg", body: FILES.jpeg() });
const asset = (title: string) => ({ product: "PM", title });

type Statuses = Access["statuses"];
/** A call about what its path names. */
const about = (statuses: Statuses, params: Access["params"]): Access => ({ statuses, params });
const asks = (statuses: Statuses, query?: Access["query"], params?: Access["params"]): Access => ({
  ...{ statuses, query, params },
});
const sends = (statuses: Statuses, json: Access["json"], params?: Access["params"]): Access => ({
  ...{ statuses, json, params },
});
const sendsForm = (statuses: Statuses, form: Access["form"]): Access => ({ statuses, form });

/** What every call of the contract answers to every role that names another person's ids. */
export const ACCESS: Readonly<Record<string, Access>> = {
  "DELETE /desk/comments/:id": about(DESK_MISSING, none),
  "DELETE /desk/hand-ins/:id/answer": about(DESK_CONFLICT, upload),
  "DELETE /desk/hand-ins/:id/claim": about([401, 401, 403, 204, 204, 204], upload),
  "GET /desk/comments": asks(DESK),
  "GET /desk/counts": asks(DESK),
  "GET /desk/hand-ins/:id": about(DESK, upload),
  "GET /desk/queue": asks(DESK),
  "GET /desk/students": asks(DESK),
  "GET /desk/students/table": asks(DESK),
  "GET /desk/students/:id": about(DESK, account),
  "POST /desk/messages": sends(DESK_CREATED, (hers) => ({
    subject: "To all",
    body: "Hello",
    students: [hers.account],
  })),
  "POST /desk/comments": sends(DESK_CREATED, comment),
  // Another answer than the one that it names.
  "POST /desk/hand-ins/:id/answer": sends(
    DESK_CONFLICT,
    { state: "accepted", text: "", replaces: "2020-01-01T00:00:00.000Z", drawings: [] },
    upload,
  ),
  "PUT /desk/comments/:id": sends(DESK_MISSING, comment, none),
  "PUT /desk/hand-ins/:id/claim": sends(DESK, {}, upload),
  "GET /staff/school": asks(SCHOOL),
  "GET /staff/school/brand": asks(SCHOOL),
  "PUT /staff/school/brand": sends(SCHOOL_CONFLICT, { ...ANOTHER, languages: null, logo: null }),
  "GET /staff/school/form": asks(SCHOOL, { form: "mails" }),
  "PUT /staff/school/form": sends(SCHOOL_CONFLICT, { ...ANOTHER, form: "pages" }),
  "GET /staff/courses/public": asks(STAFF, pmb),
  "PUT /staff/courses/public": sends(STAFF_CONFLICT, { ...ANOTHER, ...pmb }),
  "GET /staff/school/doctor": asks(SCHOOL),
  "GET /staff/school/serials": asks(SCHOOL),
  "POST /staff/school/serials": sends(SCHOOL, { name: "class", seats: 1, courses: [] }),
  "POST /staff/school/serials/:serial/revoke": about(SCHOOL_MISSING, { serial: NOBODYS }),
  "PUT /staff/school/settings/:group": sends(
    SCHOOL_CONFLICT,
    { replaces: "another version", values: [], secrets: [] },
    { group: "limits" },
  ),
  "POST /staff/school/test-mail": asks(SCHOOL),
  "POST /staff/school/try-openid": sends(SCHOOL_INVALID, {
    issuer: "http://accounts.example",
    client_id: "x",
    client_secret: null,
  }),
  "POST /staff/school/sites": sends(SCHOOL_INVALID, { address: "no site" }),
  "DELETE /staff/school/sites": asks(SCHOOL_MISSING, { origin: "https://nobody.example" }),
  "POST /staff/school/backups": asks(SCHOOL),
  "GET /staff/jobs": asks(STAFF),
  "GET /staff/people-table": asks(STAFF),
  "POST /staff/imports": sendsForm(
    [401, 401, 403, 403, 201, 201],
    [{ name: "file", fileName: "a.csv", body: "username,email\n" }],
  ),
  "POST /staff/imports/:id/check": sends(STAFF_MISSING, {}, none),
  "POST /staff/imports/:id/run": sends(
    STAFF_MISSING,
    { rows: "all", invite: true, language: "en" },
    none,
  ),
  "GET /staff/jobs/:id": about(STAFF_MISSING, none),
  "GET /staff/jobs/:id/events": about(STAFF_MISSING, none),
  "GET /staff/jobs/:id/file": about(STAFF_MISSING, none),
  "POST /staff/jobs/:id/stop": about(STAFF_MISSING, none),
  "GET /staff/changes": asks(STAFF),
  "GET /staff/people": asks(STAFF),
  "GET /staff/people/:id": about(STAFF, account),
  "POST /staff/people/removals/preview": sends(STAFF, (hers) => ({ people: [hers.account] })),
  "POST /staff/people/removals": sends(STAFF_MISSING, { people: [999_999], count: 1 }),
  "GET /staff/people/:id/zip": about(STAFF, account),
  // A mail address that cannot stand in a mail.
  "POST /staff/people": sends(STAFF_INVALID, {
    ...PERSON_FIELDS,
    email: "a@b\nBcc: c@d",
    invite: true,
  }),
  "POST /staff/people/actions": sends(STAFF, (hers) => ({
    people: [hers.account],
    action: "mail-works",
  })),
  "PUT /staff/people/:id": sends(
    STAFF_CONFLICT,
    { ...PERSON_FIELDS, replaces: "another" },
    account,
  ),
  "DELETE /user/push": asks(OWN_DONE),
  "GET /staff/texts": asks(STAFF),
  "GET /staff/texts/text": asks(STAFF, faq),
  "PUT /staff/texts/text": sends(STAFF_CONFLICT, { ...emptied, replaces: null }),
  "DELETE /staff/texts/text": asks(STAFF_CONFLICT, { ...faq, replaces: SHA256_OF_NOTHING }),
  "POST /staff/texts/preview": sends(STAFF, emptied),
  "POST /staff/lesson-files/word": sends(STAFF_INVALID, NO_BYTES),
  // Another version of the menu than the present one.
  "POST /staff/lesson-files": sends(STAFF_CONFLICT, {
    ...{ product: "PM", place: { chapter: "none", section: 0 }, replaces: null },
    lessons: [{ title: "a", type: "text", text: "# a", pictures: [] }],
  }),
  "GET /staff/assets": asks(STAFF, { product: "PM" }),
  "POST /staff/assets": sends(STAFF_INVALID, { ...NO_BYTES, product: "PM", name: "a.png" }),
  "PUT /staff/assets/film-text": sends(STAFF_CONFLICT, {
    ...{ product: "PM", film: "none.mp4", kind: "captions", language: "en" },
    ...{ format: "vtt", text: "WEBVTT", replaces: null },
  }),
  "GET /staff/texts/picture": asks(STAFF_MISSING, { product: "PM", name: "none.svg" }),
  "GET /staff/texts/history": asks(STAFF, faq),
  "GET /staff/texts/difference": asks(STAFF_MISSING, { ...faq, from: "999999", to: "999999" }),
  "GET /staff/lessons/text": asks(STAFF, { path: "PM/lessons/paper.md" }),
  "PUT /staff/lessons/text": sends(STAFF_CONFLICT, { ...emptyLesson, replaces: null }),
  "POST /staff/lessons/preview": sends(STAFF, emptyLesson),
  "GET /staff/lessons/numbers": asks(STAFF, { language: "en" }),
  "GET /staff/entries": asks(STAFF, { kind: "question" }),
  "PUT /staff/entries": sends(STAFF_CONFLICT, {
    kind: "question",
    at: 0,
    fields: null,
    replaces: SHA256_OF_NOTHING,
  }),
  "GET /staff/texts/translation": asks(STAFF, faq),
  "POST /staff/texts/translation/right": sends(STAFF_CONFLICT, {
    ...faq,
    checksum: "",
    original_checksum: "",
  }),
  "PUT /staff/texts/readers": sends(STAFF, faq),
  "GET /staff/texts/steps": asks(STAFF),
  "POST /staff/texts/steps/:id/undo": about(STAFF_MISSING, { id: "0.0" }),
  "POST /staff/entries/preview": sends(STAFF, {
    ...{ kind: "question", at: null },
    fields: [{ name: "en.question", text: "Where is the thread?" }],
  }),
  "GET /staff/tree": asks(STAFF),
  "POST /staff/tree": sends(STAFF_CONFLICT, {
    change: { do: "remove", place: NO_PLACE },
    replaces: [],
  }),
  "POST /staff/tree/begin": sends(STAFF_CONFLICT, beginning),
  "POST /staff/tree/removal": sends(STAFF_CONFLICT, { place: NO_PLACE }),
  "GET /staff/content": asks(STAFF),
  "POST /staff/content/uploads": sends(STAFF, { files: [] }),
  "PUT /staff/content/uploads/:checksum": asks(
    STAFF,
    { at: "0", size: "0", use: "file" },
    { checksum: SHA256_OF_NOTHING },
  ),
  "PUT /staff/content/draft/files": sends(STAFF_CONFLICT, { files: [], replaces: "0.0" }),
  "POST /staff/content/draft/zip": sends(STAFF_INVALID, {
    checksum: SHA256_OF_NOTHING,
    size: 1,
    replaces: null,
  }),
  "DELETE /staff/content/draft": asks(STAFF_CONFLICT, { replaces: "0.0" }),
  "POST /staff/content/draft/check": sends(STAFF_CONFLICT, { version: "0.0" }),
  "POST /staff/content/draft/publish": sends(STAFF_CONFLICT, { version: "0.0", published: null }),
  "POST /staff/content/comparisons": sends(STAFF_MISSING, { version: null, id: 0 }),
  "POST /staff/content/versions/:id/roll-back": sends(STAFF_MISSING, { published: null }, none),
  "POST /staff/content/versions/:id/export": about(STAFF_MISSING, none),
  "DELETE /user/drafts/:id": about(MISSING, (hers) => ({ id: hers.draft })),
  "DELETE /user/measurements/:id": about(MISSING, (hers) => ({ id: hers.measurement })),
  "GET /assets/fetchData": asks(CONTENT, asset("figures/sheet.svg")),
  "GET /assets/ticket": asks(CONTENT, asset("figures/sheet.svg")),
  "GET /downloads": asks(OWN),
  "GET /files/read": asks(CONTENT, { path: "assets/PM/figures/sheet.svg", language: "en" }),
  "GET /files/treelist": asks(CONTENT, { metas: "1", language: "en" }),
  "GET /glossary/fetchImage": asks(CONTENT, { title: "dart.svg" }),
  "GET /menu/captions": asks(CONTENT),
  "GET /menu/checksum": asks(CONTENT),
  "GET /menu/faqs": asks(CONTENT),
  "GET /menu/glossary": asks(CONTENT),
  "GET /menu/icons": asks(CONTENT, asset("paper.svg")),
  "GET /menu/instructions": asks(CONTENT),
  "GET /menu/usercontent": asks(CONTENT),
  "GET /menu/usermenu": asks(CONTENT),
  "GET /new-video/texts": asks(DESK, video),
  "GET /organizations/:id": about(OPEN, { id: 1 }),
  "GET /organizations/:id/announcements": about(OWN, { id: 1 }),
  "GET /organizations/:id/announcements/active": about(OPEN, { id: 1 }),
  "GET /products": asks(CONTENT),
  "GET /sites": asks(OPEN, { origin: "https://school.example" }),
  "GET /products/:productKey/lessons/:lessonKey": about(CONTENT, {
    productKey: "PM",
    lessonKey: "paper",
  }),
  "GET /products/:productKey/search": asks(
    CONTENT,
    { q: "paper", language: "en" },
    { productKey: "PM" },
  ),
  "GET /products/:productKey/skeleton": about(CONTENT, { productKey: "PM" }),
  "GET /staff/changes/table": asks(STAFF),
  "GET /staff/reports/:report/table": about(STAFF, { report: "weeks" }),
  "GET /staff/reports/ends": asks(STAFF),
  "GET /staff/reports/stops": asks(STAFF),
  "GET /staff/reports/waits": asks(STAFF),
  "GET /staff/reports/weeks": asks(STAFF),
  "GET /user/attachment-kinds": asks(OWN),
  "GET /user/assignments": asks(DESK, { state: "uploaded" }),
  "GET /user/assignments/:id": about([401, 401, 200, 404, 404, 200], { id: TASK }),
  "GET /user/assignments/:id/uploads/:uploadId/marked/:position": about(HERS, fileOfUpload),
  // The hand-in has no recording.
  "GET /user/assignments/:id/voice/:uploadId": about(MISSING, fileOfUpload),
  "GET /user/assignments/:id/uploads/:uploadId/:fileName": about(HERS, fileOfUpload),
  "GET /user/assignments/course/:courseId": about(OWN, course),
  "GET /user/assignments/image": asks(OWN, asset("task.svg")),
  "GET /user/assignments/uploaded/:courseId": about(OWN, course),
  "GET /user/check_registration": asks(OPEN, (hers) => ({ serialNumber: hers.serial })),
  "GET /user/conversations": asks(OWN),
  "GET /user/courses": asks(OWN),
  "GET /user/get-session": asks(OWN, { t: "1" }),
  "GET /user/drafts": asks(OWN),
  "GET /user/measurements": asks(OWN),
  "GET /user/measurements/default": asks(OWN),
  "GET /user/messages": asks(OWN),
  "GET /user/messages/:id": about(HERS, message),
  "GET /user/messages/:id/attachments/:number": about(HERS, message),
  "GET /user/news": asks(OWN),
  "GET /user/push": asks(OWN),
  "GET /user/notes": asks(OWN),
  "GET /user/progress": asks(OWN),
  "GET /user/progress/:lessonId": about(OWN, lesson),
  "GET /user/progress/nextLesson/:courseId": about(OWN, course),
  "GET /user/progress/previousLesson/:courseId": about(OWN, course),
  "GET /user/progress/today/:courseId": about(OWN, course),
  "GET /user/unseen": asks(OWN),
  "POST /new-video/texts": sends(DESK, { ...video, texts: [] }),
  "POST /files/bundle": sends(CONTENT, { language: "en", names: ["assets/PM/figures/sheet.svg"] }),
  // A device that nobody has.
  "POST /push/renewal": sends(OPEN_MISSING, {
    endpoint: strange.endpoint,
    auth: strange.subscription.auth,
    renewed: strange.subscription,
  }),
  "POST /user/accept-policy": sends(OWN, { policy: "mediaconsent", accepted: false }),
  "POST /user/assignments": sendsForm(
    [401, 401, 201, 403, 403, 201],
    [{ name: "assignment_id", body: String(TASK) }, photo("files")],
  ),
  "POST /user/assignments/:id/feedback": sends(
    DESK,
    (hers) => ({
      student_id: hers.account,
      upload_id: hers.upload,
      state: "accepted",
      text: "",
    }),
    { id: TASK },
  ),
  "POST /user/change-password": sends(NOT_PROVEN, {
    current_password: "not theirs",
    new_password: "a fine new seam",
  }),
  "POST /user/check_activation": sends(OPEN, () => activationOf(machine, NOBODYS)),
  "POST /user/check_license": sends(OPEN, { activationId: NOBODYS }),
  "POST /user/deactivate": sends(OPEN, (hers) => ({
    serialNumber: hers.serial,
    computerId: machine.computerId,
    licenseId: machine.licenseId,
  })),
  "GET /openid/start": asks([302, 302, 302, 302, 302, 302]),
  "GET /openid/done": asks(OPEN),
  "POST /openid/confirm": sends(OPEN_MISSING, { code: "a code of nobody" }),
  "POST /openid/session": sends(OPEN_MISSING, {
    secret: "a secret of nobody",
    code: "a code of nobody",
  }),
  "GET /user/second-factor": asks(OWN),
  "POST /user/login/second-factor": sends([410, 410, 410, 410, 410, 410], guess),
  "POST /user/second-factor/passkeys": sends(NOT_BEGUN, {
    ...{ challenge: guess.challenge, name: "Key" },
    passkey: {
      ...{ id: "x", rawId: "x", type: "public-key" },
      ...{ response: { clientDataJSON: "" }, clientExtensionResults: {} },
    },
  }),
  "POST /user/second-factor/passkeys/begin": sends(NOT_PROVEN, notTheirs),
  "POST /user/second-factor/recovery-codes": sends(NOT_PROVEN, notTheirs),
  "POST /user/second-factor/remove": sends(NOT_PROVEN, notTheirs),
  "POST /user/second-factor/totp": sends(NOT_BEGUN, guess),
  "POST /user/second-factor/totp/begin": sends(NOT_PROVEN, notTheirs),
  "POST /user/forgot-password": sends(OPEN, { emailOrUsername: "nobody-at-all" }),
  "POST /user/get-serial-number": sends(OWN, {}),
  "POST /user/login": sends(OPEN_MISSING, (hers) => ({
    username: hers.username,
    password: "a guess",
  })),
  // Both are for the app's own page over HTTPS alone.
  "POST /user/framed-session": sends([401, 401, 403, 403, 403, 403], {}),
  "POST /user/framed-session/restore": sends([403, 403, 403, 403, 403, 403], {}),
  "POST /user/logout": asks(OWN_DONE),
  "POST /user/drafts": sends(OWN_CREATED, { ...SKIRT, name: "mine" }),
  "POST /user/measurements": sends(OWN_CREATED, table),
  "POST /user/messages": sendsForm([401, 401, 404, 201, 201, 201], (hers) => [
    { name: "subject", body: "s" },
    { name: "body", body: "b" },
    { name: "thread", body: String(hers.thread) },
  ]),
  "POST /user/sign-licence": sends([401, 401, 422, 422, 422, 422], { request: "no request" }),
  "PUT /new-video/texts": sends(DESK, { ...video, texts: [] }),
  // Those who have handed in themselves have seen their own answers.
  "PUT /user/assignments/:id/seen": about([401, 401, 204, 404, 404, 204], { id: TASK }),
  "PUT /user/drafts/:id": sends(MISSING, { is_shared: true }, (hers) => ({ id: hers.draft })),
  "PUT /user/measurements/:id": sends(MISSING, { name: "taken" }, (hers) => ({
    id: hers.measurement,
  })),
  "PUT /user/news": sends(OWN, { mail: "never", hour: 7, idle: false }),
  "PUT /user/news/place": sends(OWN, { language: "en", zone: "UTC", week_start: 1 }),
  "PUT /user/push": sends(OWN_DONE, browser.subscription),
  "PUT /user/notes/:lessonId": sends(OWN, { text: "mine" }, lesson),
  "PUT /user/progress/:lessonId/complete": sends(OWN, { package_id: 1 }, lesson),
  "PUT /user/progress/:lessonId/session": sends(OWN, { lesson_id: 101, package_id: 1 }, lesson),
};
