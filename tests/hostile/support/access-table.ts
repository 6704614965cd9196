import { FILES, type FormPart } from "../../server/support/form.ts";
import { TASK } from "../../server/support/hand-ins.ts";
import { activationOf, newMachine } from "../../server/support/machine.ts";
import { PushService } from "../../server/support/push-service.ts";
import { PMB } from "../../server/support/test-school.ts";
import { type PreparedSchool, SKIRT } from "./prepared-school.ts";

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

type Statuses = Access["statuses"];
/** A call that needs nobody to be signed in. */
const open = (each = 200): Statuses => [each, each, each, each, each, each];
/** A call about oneself: the answer is the caller's own, whoever is signed in. */
const own = (each = 200): Statuses => [401, 401, each, each, each, each];
/** A call of the tutors' desk, of the staff's desk, and about the school itself, which only an administrator may send. */
const desk = (each = 200): Statuses => [401, 401, 403, each, each, each];
const staff = (each = 200): Statuses => [401, 401, 403, 403, each, each];
const school = (each = 200): Statuses => [401, 401, 403, 403, 403, each];
/** Content that a signed-in person and a licence read. */
const CONTENT = [401, 200, 200, 200, 200, 200] as const;
/** What is another student's, which those who teach may see. */
const HERS = [401, 401, 404, 200, 200, 200] as const;
/** A change of the own second factor: without the password, and one that was not begun. */
const NOT_PROVEN = own(403);
const NOT_BEGUN = desk(410);
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
const removal = { do: "remove", place: NO_PLACE };

const toAll = { subject: "To all", body: "Hello" };
/** Another answer than the one that it names. */
const otherAnswer = { state: "accepted", text: "", replaces: "2020-01-01T00:00:00.000Z" };
const openId = { issuer: "http://accounts.example", client_id: "x", client_secret: null };
const noSettings = { replaces: "another version", values: [], secrets: [] };
const importing = { rows: "all", invite: true, language: "en" };
const notTranslated = { ...faq, checksum: "", original_checksum: "" };
const entry = { kind: "question", at: 0 };
const noPart = { at: "0", size: "0", use: "file" };
const nothing = { checksum: SHA256_OF_NOTHING, size: 1 };
const newPassword = { current_password: "not theirs", new_password: "a fine new seam" };
const nobodysCode = { secret: "a secret of nobody", code: "a code of nobody" };

const none = { id: 999_999 };
const PERSON_FIELDS = {
  ...{ username: "changed", email: "changed@thimble.example", first_name: "", last_name: "" },
  ...{ level: 0, last_day: null, courses: [], teaches: { all: false, courses: [] } },
};
/** With a mail address that cannot stand in a mail. */
const badPerson = { ...PERSON_FIELDS, email: "a@b\nBcc: c@d", invite: true };

const inPm = { productKey: "PM" };
const lesson = { lessonId: 101 };
const course = { courseId: PMB };
const account = (hers: Hers) => ({ id: hers.account });
const upload = (hers: Hers) => ({ id: hers.upload });
const message = (hers: Hers) => ({ id: hers.message, number: 0 });
const feedback = ({ account, upload }: Hers) => ({
  ...{ student_id: account, upload_id: upload, state: "accepted", text: "" },
});
const fileOfUpload = ({ upload, fileName }: Hers) => ({
  ...{ id: TASK, uploadId: upload, position: 0, fileName },
});
const video = { product: "PM", lesson: "flare", asset: "flare.webm", language: "fr" };
const machine = newMachine();
const service = new PushService();
const browser = service.browser();
const strange = service.browser();
const device = { endpoint: strange.endpoint, auth: strange.subscription.auth };
const photo = (name: string): FormPart => ({ name, fileName: "a.jpg", body: FILES.jpeg() });
const asset = (title: string) => ({ product: "PM", title });

/** A call about what its path names. */
const about = (statuses: Statuses, params: Access["params"]): Access => ({ statuses, params });
const asks = (statuses: Statuses, query?: Access["query"], params?: Access["params"]): Access => ({
  ...{ statuses, query, params },
});
const sends = (statuses: Statuses, json: Access["json"], params?: Access["params"]): Access => ({
  ...{ statuses, json, params },
});
const sendsForm = (statuses: Statuses, form: Access["form"]): Access => ({ statuses, form });

const each = (access: Access, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, access]));

/** What every call of the contract answers to every role that names another person's ids. */
export const ACCESS: Readonly<Record<string, Access>> = {
  ...each(asks(own()), [
    ...["GET /downloads", "GET /user/attachment-kinds", "GET /user/conversations"],
    ...["GET /user/courses", "GET /user/drafts", "GET /user/measurements"],
    ...["GET /user/measurements/default", "GET /user/messages", "GET /user/news", "GET /user/push"],
    ...["GET /user/notes", "GET /user/progress", "GET /user/unseen", "GET /user/second-factor"],
  ]),
  ...each(asks(staff()), [
    ...["GET /staff/people-table", "GET /staff/changes", "GET /staff/people"],
    ...["GET /staff/texts", "GET /staff/texts/steps", "GET /staff/tree", "GET /staff/content"],
    ...["GET /staff/changes/table", "GET /staff/reports/ends", "GET /staff/reports/stops"],
    ...["GET /staff/reports/waits", "GET /staff/reports/weeks"],
  ]),
  ...each(asks(school()), [
    ...["GET /staff/school", "GET /staff/school/brand", "GET /staff/school/doctor"],
    ...["GET /staff/school/serials", "POST /staff/school/test-mail", "POST /staff/school/backups"],
  ]),
  ...each(asks(desk()), [
    ...["GET /desk/comments", "GET /desk/counts", "GET /desk/queue", "GET /desk/students"],
    ...["GET /desk/students/table"],
  ]),
  ...each(asks(CONTENT), [
    ...["GET /menu/captions", "GET /menu/checksum", "GET /menu/faqs", "GET /menu/glossary"],
    ...["GET /menu/instructions", "GET /menu/usercontent", "GET /menu/usermenu", "GET /products"],
  ]),
  ...each(about(staff(404), none), [
    ...["GET /staff/jobs/:id", "GET /staff/jobs/:id/events", "GET /staff/jobs/:id/file"],
    ...["POST /staff/jobs/:id/stop", "POST /staff/content/versions/:id/export"],
  ]),
  "DELETE /desk/comments/:id": about(desk(404), none),
  "DELETE /desk/hand-ins/:id/answer": about(desk(409), upload),
  "DELETE /desk/hand-ins/:id/claim": about(desk(204), upload),
  "GET /desk/hand-ins/:id": about(desk(), upload),
  "GET /desk/students/:id": about(desk(), account),
  "POST /desk/messages": sends(desk(201), (hers) => ({ ...toAll, students: [hers.account] })),
  "POST /desk/comments": sends(desk(201), comment),
  "POST /desk/hand-ins/:id/answer": sends(desk(409), { ...otherAnswer, drawings: [] }, upload),
  "PUT /desk/comments/:id": sends(desk(404), comment, none),
  "PUT /desk/hand-ins/:id/claim": sends(desk(), {}, upload),
  "PUT /staff/school/brand": sends(school(409), { ...ANOTHER, languages: null, logo: null }),
  "GET /staff/school/form": asks(school(), { form: "mails" }),
  "PUT /staff/school/form": sends(school(409), { ...ANOTHER, form: "pages" }),
  "GET /staff/courses/public": asks(staff(), pmb),
  "PUT /staff/courses/public": sends(staff(409), { ...ANOTHER, ...pmb }),
  "POST /staff/school/serials": sends(school(), { name: "class", seats: 1, courses: [] }),
  "POST /staff/school/serials/:serial/revoke": about(school(404), { serial: NOBODYS }),
  "PUT /staff/school/settings/:group": sends(school(409), noSettings, { group: "limits" }),
  "POST /staff/school/try-openid": sends(school(422), openId),
  "POST /staff/school/sites": sends(school(422), { address: "no site" }),
  "DELETE /staff/school/sites": asks(school(404), { origin: "https://nobody.example" }),
  "POST /staff/imports": sendsForm(staff(201), [
    { name: "file", fileName: "a.csv", body: "username,email\n" },
  ]),
  "POST /staff/imports/:id/check": sends(staff(404), {}, none),
  "POST /staff/imports/:id/run": sends(staff(404), importing, none),
  "GET /staff/people/:id": about(staff(), account),
  "POST /staff/people/removals/preview": sends(staff(), (hers) => ({ people: [hers.account] })),
  "POST /staff/people/removals": sends(staff(404), { people: [999_999], count: 1 }),
  "GET /staff/people/:id/zip": about(staff(), account),
  "POST /staff/people": sends(staff(422), badPerson),
  "POST /staff/people/actions": sends(staff(), (hers) => ({
    people: [hers.account],
    action: "mail-works",
  })),
  "PUT /staff/people/:id": sends(staff(409), { ...PERSON_FIELDS, replaces: "another" }, account),
  "DELETE /user/push": asks(own(204)),
  "GET /staff/texts/text": asks(staff(), faq),
  "PUT /staff/texts/text": sends(staff(409), { ...emptied, replaces: null }),
  "DELETE /staff/texts/text": asks(staff(409), { ...faq, replaces: SHA256_OF_NOTHING }),
  "POST /staff/texts/preview": sends(staff(), emptied),
  "POST /staff/lesson-files/word": sends(staff(422), NO_BYTES),
  // Another version of the menu than the present one.
  "POST /staff/lesson-files": sends(staff(409), {
    ...{ product: "PM", place: { chapter: "none", section: 0 }, replaces: null },
    lessons: [{ title: "a", type: "text", text: "# a", pictures: [] }],
  }),
  "GET /staff/assets": asks(staff(), { product: "PM" }),
  "POST /staff/assets": sends(staff(422), { ...NO_BYTES, product: "PM", name: "a.png" }),
  "PUT /staff/assets/film-text": sends(staff(409), {
    ...{ product: "PM", film: "none.mp4", kind: "captions", language: "en" },
    ...{ format: "vtt", text: "WEBVTT", replaces: null },
  }),
  "GET /staff/texts/picture": asks(staff(404), { product: "PM", name: "none.svg" }),
  "GET /staff/texts/history": asks(staff(), faq),
  "GET /staff/texts/difference": asks(staff(404), { ...faq, from: "999999", to: "999999" }),
  "GET /staff/lessons/text": asks(staff(), { path: "PM/lessons/paper.md" }),
  "PUT /staff/lessons/text": sends(staff(409), { ...emptyLesson, replaces: null }),
  "POST /staff/lessons/preview": sends(staff(), emptyLesson),
  "GET /staff/lessons/numbers": asks(staff(), { language: "en" }),
  "GET /staff/entries": asks(staff(), { kind: "question" }),
  "PUT /staff/entries": sends(staff(409), { ...entry, fields: null, replaces: SHA256_OF_NOTHING }),
  "GET /staff/texts/translation": asks(staff(), faq),
  "POST /staff/texts/translation/right": sends(staff(409), notTranslated),
  "PUT /staff/texts/readers": sends(staff(), faq),
  "POST /staff/texts/steps/:id/undo": about(staff(404), { id: "0.0" }),
  "POST /staff/entries/preview": sends(staff(), {
    ...{ ...entry, at: null },
    fields: [{ name: "en.question", text: "Where is the thread?" }],
  }),
  "POST /staff/tree": sends(staff(409), { change: removal, replaces: [] }),
  "POST /staff/tree/begin": sends(staff(409), beginning),
  "POST /staff/tree/removal": sends(staff(409), { place: NO_PLACE }),
  "POST /staff/content/uploads": sends(staff(), { files: [] }),
  "PUT /staff/content/uploads/:checksum": asks(staff(), noPart, { checksum: SHA256_OF_NOTHING }),
  "PUT /staff/content/draft/files": sends(staff(409), { files: [], replaces: "0.0" }),
  "POST /staff/content/draft/zip": sends(staff(422), { ...nothing, replaces: null }),
  "DELETE /staff/content/draft": asks(staff(409), { replaces: "0.0" }),
  "POST /staff/content/draft/check": sends(staff(409), { version: "0.0" }),
  "POST /staff/content/draft/publish": sends(staff(409), { version: "0.0", published: null }),
  "POST /staff/content/comparisons": sends(staff(404), { version: null, id: 0 }),
  "POST /staff/content/versions/:id/roll-back": sends(staff(404), { published: null }, none),
  "DELETE /user/drafts/:id": about(own(404), (hers) => ({ id: hers.draft })),
  "DELETE /user/measurements/:id": about(own(404), (hers) => ({ id: hers.measurement })),
  "GET /assets/fetchData": asks(CONTENT, asset("figures/sheet.svg")),
  "GET /assets/ticket": asks(CONTENT, asset("figures/sheet.svg")),
  "GET /files/read": asks(CONTENT, { path: "assets/PM/figures/sheet.svg", language: "en" }),
  "GET /files/treelist": asks(CONTENT, { metas: "1", language: "en" }),
  "GET /glossary/fetchImage": asks(CONTENT, { title: "dart.svg" }),
  "GET /menu/icons": asks(CONTENT, asset("paper.svg")),
  "GET /new-video/texts": asks(desk(), video),
  "GET /organizations/:id": about(open(), { id: 1 }),
  "GET /organizations/:id/announcements": about(own(), { id: 1 }),
  "GET /organizations/:id/announcements/active": about(open(), { id: 1 }),
  "GET /sites": asks(open(), { origin: "https://school.example" }),
  "GET /products/:productKey/lessons/:lessonKey": about(CONTENT, { ...inPm, lessonKey: "paper" }),
  "GET /products/:productKey/search": asks(CONTENT, { q: "paper", language: "en" }, inPm),
  "GET /products/:productKey/skeleton": about(CONTENT, inPm),
  "GET /staff/reports/:report/table": about(staff(), { report: "weeks" }),
  "GET /user/assignments": asks(desk(), { state: "uploaded" }),
  "GET /user/assignments/:id": about([401, 401, 200, 404, 404, 200], { id: TASK }),
  "GET /user/assignments/:id/uploads/:uploadId/marked/:position": about(HERS, fileOfUpload),
  // The hand-in has no recording.
  "GET /user/assignments/:id/voice/:uploadId": about(own(404), fileOfUpload),
  "GET /user/assignments/:id/uploads/:uploadId/:fileName": about(HERS, fileOfUpload),
  "GET /user/assignments/course/:courseId": about(own(), course),
  "GET /user/assignments/image": asks(own(), asset("task.svg")),
  "GET /user/assignments/uploaded/:courseId": about(own(), course),
  "GET /user/check_registration": asks(open(), (hers) => ({ serialNumber: hers.serial })),
  "GET /user/get-session": asks(own(), { t: "1" }),
  "GET /user/messages/:id": about(HERS, message),
  "GET /user/messages/:id/attachments/:number": about(HERS, message),
  "GET /user/progress/:lessonId": about(own(), lesson),
  "GET /user/progress/nextLesson/:courseId": about(own(), course),
  "GET /user/progress/previousLesson/:courseId": about(own(), course),
  "GET /user/progress/today/:courseId": about(own(), course),
  "POST /new-video/texts": sends(desk(), { ...video, texts: [] }),
  "POST /files/bundle": sends(CONTENT, { language: "en", names: ["assets/PM/figures/sheet.svg"] }),
  // A device that nobody has.
  "POST /push/renewal": sends(open(404), { ...device, renewed: strange.subscription }),
  "POST /user/accept-policy": sends(own(), { policy: "mediaconsent", accepted: false }),
  "POST /user/assignments": sendsForm(
    [401, 401, 201, 403, 403, 201],
    [{ name: "assignment_id", body: String(TASK) }, photo("files")],
  ),
  "POST /user/assignments/:id/feedback": sends(desk(), feedback, { id: TASK }),
  "POST /user/change-password": sends(NOT_PROVEN, newPassword),
  "POST /user/check_activation": sends(open(), () => activationOf(machine, NOBODYS)),
  "POST /user/check_license": sends(open(), { activationId: NOBODYS }),
  "POST /user/deactivate": sends(open(), (hers) => ({
    serialNumber: hers.serial,
    computerId: machine.computerId,
    licenseId: machine.licenseId,
  })),
  "GET /openid/start": asks(open(302)),
  "GET /openid/done": asks(open()),
  "POST /openid/confirm": sends(open(404), { code: nobodysCode.code }),
  "POST /openid/session": sends(open(404), nobodysCode),
  "POST /user/login/second-factor": sends(open(410), guess),
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
  "POST /user/forgot-password": sends(open(), { emailOrUsername: "nobody-at-all" }),
  "POST /user/get-serial-number": sends(own(), {}),
  "POST /user/login": sends(open(404), ({ username }) => ({ username, password: "a guess" })),
  // Both are for the app's own page over HTTPS alone.
  "POST /user/framed-session": sends(own(403), {}),
  "POST /user/framed-session/restore": sends(open(403), {}),
  "POST /user/logout": asks(own(204)),
  "POST /user/drafts": sends(own(201), { ...SKIRT, name: "mine" }),
  "POST /user/measurements": sends(own(201), table),
  "POST /user/messages": sendsForm([401, 401, 404, 201, 201, 201], (hers) => [
    { name: "subject", body: "s" },
    { name: "body", body: "b" },
    { name: "thread", body: String(hers.thread) },
  ]),
  "POST /user/sign-licence": sends(own(422), { request: "no request" }),
  "PUT /new-video/texts": sends(desk(), { ...video, texts: [] }),
  // Those who have handed in themselves have seen their own answers.
  "PUT /user/assignments/:id/seen": about([401, 401, 204, 404, 404, 204], { id: TASK }),
  "PUT /user/drafts/:id": sends(own(404), { is_shared: true }, (hers) => ({ id: hers.draft })),
  "PUT /user/measurements/:id": sends(own(404), { name: "taken" }, (hers) => ({
    id: hers.measurement,
  })),
  "PUT /user/news": sends(own(), { mail: "never", hour: 7, idle: false }),
  "PUT /user/news/place": sends(own(), { language: "en", zone: "UTC", week_start: 1 }),
  "PUT /user/push": sends(own(204), browser.subscription),
  "PUT /user/notes/:lessonId": sends(own(), { text: "mine" }, lesson),
  "PUT /user/progress/:lessonId/complete": sends(own(), { package_id: 1 }, lesson),
  "PUT /user/progress/:lessonId/session": sends(own(), { lesson_id: 101, package_id: 1 }, lesson),
};
