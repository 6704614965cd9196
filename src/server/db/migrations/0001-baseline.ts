import { type Kysely, sql } from "kysely";
import {
  autoIncrement,
  byDefault,
  createIndex,
  createTable,
  key,
  keyOf,
  orNull,
  orPartOf,
  partOf,
  required,
  unique,
} from "../columns.ts";
import { isPostgres } from "../is-postgres.ts";

// Times are milliseconds since 1970, dates `YYYY-MM-DD`, booleans 0 and 1, and structured values JSON text,
// because both databases store these alike. `lease` names the server that works on a row, null: nobody does, and
// ends at `leased_until`: see `lease.ts`. What the values of a column may be besides is in `schema.ts`.

/** The school itself, and what its servers agree on. */
const schoolTables = async (db: Kysely<unknown>): Promise<void> => {
  await createTable(db, "setting")
    .addColumn("name", "text", key)
    .addColumn("value", "text", required)
    .execute();

  await createTable(db, "organisation")
    .addColumn("id", "integer", key)
    .addColumn("name", "text", required)
    .addColumn("logo", "text", required)
    .addColumn("email", "text", required)
    .addColumn("telephone", "text", required)
    .addColumn("download_available", "integer", required)
    .addColumn("footer", "text", required)
    // The colour of links and buttons, such as `#a03050`; empty: the app's own.
    .addColumn("accent", "text", required)
    // The logo on dark ground: a PNG in base64; empty: the same logo.
    .addColumn("logo_dark", "text", required)
    // The icon in the browser's tab, as an address with its data; empty: the app's own.
    .addColumn("favicon", "text", required)
    // The start of the icon's checksum; empty where there is none.
    .addColumn("favicon_tag", "text", required)
    // What titles of pages and the installed app call the school; empty: its name.
    .addColumn("title", "text", required)
    // What the installed app is called under its icon; empty: the browser shortens the title.
    .addColumn("short_name", "text", required)
    // The time zone of the school's days, such as `Europe/Athens`; empty: UTC.
    .addColumn("zone", "text", required)
    // JSON: the school's own texts of mails, see `MailTexts`.
    .addColumn("mails", "text", required)
    .execute();

  // The school's own sites that may show the app in a frame, besides those of the settings.
  await db.schema.createTable("site").addColumn("origin", "text", key).execute();

  await createTable(db, "announcement")
    .addColumn("id", "integer", key)
    .addColumn("organisation_id", "integer", required)
    .addColumn("from_date", "text", required)
    .addColumn("to_date", "text", required)
    .addColumn("translations", "text", required)
    .execute();
  await createIndex(db, "announcement_from", "announcement", [
    "organisation_id",
    "from_date",
    "id",
  ]);

  // Until when each scheduled work is done or does not come again.
  await createTable(db, "turn")
    .addColumn("work", "text", key)
    .addColumn("leased_until", "bigint", required)
    .execute();
};

/** People, and how they sign in. */
const accountTables = async (db: Kysely<unknown>): Promise<void> => {
  await createTable(db, "account")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("username", "text", required)
    // The name normalised for comparison: NFKC, lower case.
    .addColumn("username_key", "text", unique)
    // The same for names that look alike; see `likenessOf`.
    .addColumn("username_like", "text", required)
    .addColumn("email", "text", required)
    .addColumn("email_key", "text", unique)
    .addColumn("email_like", "text", required)
    .addColumn("first_name", "text", required)
    .addColumn("last_name", "text", required)
    // The hash; empty until an invited person has chosen a password.
    .addColumn("password", "text", required)
    .addColumn("level", "integer", required)
    .addColumn("languages", "text", required)
    .addColumn("registered", "text", required)
    // One calendar month after the last day of access; null for an account that does not expire.
    .addColumn("expire", "text")
    .addColumn("accepted_personaldata", "text")
    .addColumn("accepted_mediaconsent", "text")
    .addColumn("organisation_id", "integer")
    .addColumn("serial_number", "text", required)
    .addColumn("may_download", "integer", required)
    .addColumn("session_id", "text")
    .addColumn("last_login", "bigint")
    // Since when the school has blocked the account; null while it may be used.
    .addColumn("blocked", "bigint")
    // 1: a tutor teaches all courses; 0: those in `teaches`. Nothing for other levels.
    .addColumn("teaches_all", "integer", byDefault(0))
    // What people are found and sorted by; see `searchTextOf`.
    .addColumn("search_text", "text", byDefault(""))
    .execute();
  await createIndex(db, "account_email_like", "account", ["email_like"]);
  await createIndex(db, "account_level", "account", ["level"]);
  await createIndex(db, "account_username_like", "account", ["username_like"]);

  await createTable(db, "subscription")
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("course_id", "integer", required)
    .addColumn("exp_date", "text")
    .addColumn("sub_date", "text")
    .addColumn("sub_months", "integer")
    .addPrimaryKeyConstraint("subscription_key", ["account_id", "course_id"])
    .execute();

  await createTable(db, "token")
    .addColumn("hash", "text", key)
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("created", "bigint", required)
    .addColumn("expires", "bigint", required)
    // The session that the client named when it signed in; null where it names none.
    .addColumn("session_id", "text")
    // Names it in tickets.
    .addColumn("handle", "text", required)
    .execute();
  await createIndex(db, "token_account", "token", ["account_id"]);
  await createIndex(db, "token_handle", "token", ["handle"], { isUnique: true });

  // Failed attempts of the last minutes. A key is a keyed hash of a name, an address or a place.
  await createTable(db, "failed_attempt")
    .addColumn("key", "text", required)
    .addColumn("at", "bigint", required)
    .execute();
  await createIndex(db, "failed_attempt_at", "failed_attempt", ["at"]);
  await createIndex(db, "failed_attempt_key", "failed_attempt", ["key", "at"]);

  // Devices and networks from which a person has signed in, as keyed hashes.
  await createTable(db, "known_place")
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("place", "text", required)
    .addColumn("seen", "bigint", required)
    .addPrimaryKeyConstraint("known_place_key", ["account_id", "place"])
    .execute();
  await createIndex(db, "known_place_place", "known_place", ["place"]);

  // One-time links on which a person chooses a password.
  await createTable(db, "reset_link")
    .addColumn("hash", "text", key)
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("language", "text", required)
    .addColumn("expires", "bigint", required)
    .addColumn("purpose", "text", byDefault("password-reset"))
    .execute();
  await createIndex(db, "reset_link_account", "reset_link", ["account_id"]);

  // Mails with such a link that are to be sent. The link is made when its mail is written.
  await createTable(db, "link_mail")
    .addColumn("account_id", "integer", keyOf("account.id"))
    .addColumn("purpose", "text", required)
    .addColumn("due", "bigint", required)
    // Since when it is tried.
    .addColumn("since", "bigint", required)
    .addColumn("tries", "integer", byDefault(0))
    .addColumn("lease", "text")
    .addColumn("leased_until", "bigint", byDefault(0))
    .execute();
  await createIndex(db, "link_mail_due", "link_mail", ["due"]);

  // The person of an OpenID Connect provider to whom an account belongs.
  await createTable(db, "openid_link")
    .addColumn("issuer", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("created", "bigint", required)
    .addPrimaryKeyConstraint("openid_link_key", ["issuer", "subject"])
    .addUniqueConstraint("openid_link_account", ["account_id", "issuer"])
    .execute();

  // One-time codes for sign-ins that the provider has confirmed.
  await createTable(db, "openid_code")
    .addColumn("hash", "text", key)
    // The SHA-256 of the app's secret, hex.
    .addColumn("challenge", "text", required)
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("id_token", "text", required)
    // 1 once the browser has delivered the code to the machine of an app that waits for it.
    .addColumn("confirmed", "integer", required)
    .addColumn("expires", "bigint", required)
    .execute();
  await createIndex(db, "openid_code_challenge", "openid_code", ["challenge"]);

  // The provider's token of a session, which signs the person out there.
  await createTable(db, "openid_session")
    .addColumn("token_hash", "text", keyOf("token.hash"))
    .addColumn("id_token", "text", required)
    .execute();

  // The second factor of staff: keys of their devices.
  await createTable(db, "passkey")
    // The credential's id, in base64url.
    .addColumn("id", "text", key)
    .addColumn("account_id", "integer", partOf("account.id"))
    // COSE, in base64url.
    .addColumn("public_key", "text", required)
    // The device's signature counter; 0 for devices that do not count.
    .addColumn("counter", "bigint", required)
    // How a browser reaches the device, as JSON.
    .addColumn("transports", "text", required)
    .addColumn("name", "text", required)
    .addColumn("created", "bigint", required)
    .addColumn("last_used", "bigint")
    .execute();
  await createIndex(db, "passkey_account", "passkey", ["account_id"]);

  // The second factor of staff: an authenticator app.
  await createTable(db, "totp")
    .addColumn("account_id", "integer", partOf("account.id"))
    // In base32.
    .addColumn("secret", "text", required)
    // The last 30 seconds, counted since 1970, whose code was used: none is taken twice.
    .addColumn("last_step", "bigint", required)
    .addColumn("created", "bigint", required)
    .addColumn("last_used", "bigint")
    .addPrimaryKeyConstraint("totp_key", ["account_id"])
    .execute();

  // Keyed hashes of the recovery codes that have not been used.
  await createTable(db, "recovery_code")
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("hash", "text", required)
    .addPrimaryKeyConstraint("recovery_code_key", ["account_id", "hash"])
    .execute();

  // Sign-ins that wait for a second factor, and second factors that are being set up.
  await createTable(db, "second_step")
    .addColumn("hash", "text", key)
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("purpose", "text", required)
    // The session that the client named; null where it names none.
    .addColumn("session_id", "text")
    // What a passkey signs, or the secret of an authenticator app that is being set up.
    .addColumn("secret", "text", required)
    // How many answers have been tried.
    .addColumn("tries", "integer", required)
    .addColumn("expires", "bigint", required)
    .execute();
  await createIndex(db, "second_step_account", "second_step", ["account_id"]);
};

/** The content, and the files in the store. */
const contentTables = async (db: Kysely<unknown>): Promise<void> => {
  // A product without its lessons' html.
  await createTable(db, "product")
    .addColumn("key", "text", key)
    .addColumn("position", "integer", required)
    .addColumn("data", "text", required)
    .execute();

  await createTable(db, "lesson")
    .addColumn("product", "text", required)
    .addColumn("key", "text", required)
    .addColumn("dbid", "integer", unique)
    .addColumn("checksum", "text", required)
    .addColumn("data", "text", required)
    // The names of the assets in its pages, by language.
    .addColumn("assets", "text", required)
    .addPrimaryKeyConstraint("lesson_key", ["product", "key"])
    .execute();

  // `faqs`, `glossary`, `instructions`: each a whole list.
  await createTable(db, "listing")
    .addColumn("name", "text", key)
    .addColumn("data", "text", required)
    .execute();

  await createTable(db, "assignment")
    .addColumn("lesson_id", "integer", key)
    .addColumn("product", "text", required)
    .addColumn("title", "text", required)
    .addColumn("instructions", "text")
    .addColumn("image", "text")
    // How it is judged: a list of points, each by language, as JSON; null if the author says nothing.
    .addColumn("criteria", "text")
    // The draft that it asks for, in the contract's form; null if it asks for none.
    .addColumn("draft", "text")
    .execute();

  // Captions of videos. The author's apply to every lesson; a tutor's apply to one lesson.
  await createTable(db, "video_text")
    .addColumn("product", "text", required)
    // 0 for the author's.
    .addColumn("lesson_id", "integer", required)
    .addColumn("asset", "text", required)
    .addColumn("language", "text", required)
    // The cues; empty when tutors have removed them.
    .addColumn("texts", "text", required)
    .addPrimaryKeyConstraint("video_text_key", ["product", "lesson_id", "asset", "language"])
    .execute();

  // The searchable pages of lessons. `head` holds the titles and `folded` all text, without
  // accents. Their words are in `lesson_index`, by the same ids; see `search-index.ts`.
  await createTable(db, "lesson_text")
    // Never used again after an import.
    .addColumn("id", "integer", required)
    .addColumn("lesson_id", "integer", required)
    .addColumn("language", "text", required)
    .addColumn("page", "integer", required)
    .addColumn("head", "text", required)
    .addColumn("folded", "text", required)
    .addColumn("body", "text", required)
    .addPrimaryKeyConstraint("lesson_text_key", ["lesson_id", "language", "page"])
    .execute();
  await createIndex(db, "lesson_text_id", "lesson_text", ["id"], { isUnique: true });

  await createTable(db, "file")
    .addColumn("kind", "text", required)
    // Empty for files that belong to the school.
    .addColumn("product", "text", required)
    .addColumn("title", "text", required)
    .addColumn("type", "text", required)
    .addColumn("size", "bigint", required)
    .addColumn("checksum", "text", required)
    // 1: a link offers it as a download, so the desktop app keeps the file itself, and no smaller form.
    .addColumn("is_download", "integer", byDefault(0))
    .addPrimaryKeyConstraint("file_key", ["kind", "product", "title"])
    .execute();

  // The pictures of the content, by the checksum of the author's file.
  await createTable(db, "picture")
    .addColumn("source", "text", key)
    // The version of the conversion; `NOT_CONVERTED` for a photo that is measured only.
    .addColumn("recipe", "integer", required)
    // Pixels; 0 if unknown.
    .addColumn("width", "integer", required)
    .addColumn("height", "integer", required)
    // Why it has no variants; null if nothing is wrong.
    .addColumn("problem", "text")
    .execute();

  // The smaller forms of a picture.
  await createTable(db, "picture_variant")
    .addColumn("source", "text", required)
    .addColumn("type", "text", required)
    .addColumn("width", "integer", required)
    .addColumn("size", "bigint", required)
    .addColumn("checksum", "text", required)
    .addPrimaryKeyConstraint("picture_variant_key", ["source", "type", "width"])
    .execute();

  // Stored content files that are not in use, and since when.
  await createTable(db, "unused_file")
    .addColumn("checksum", "text", key)
    .addColumn("since", "bigint", required)
    .execute();

  // Files in an S3-compatible store, as they were put there, by folder and name.
  await createTable(db, "stored_object")
    .addColumn("name", "text", key)
    .addColumn("size", "bigint", required)
    .addColumn("checksum", "text", required)
    .addColumn("tag", "text", required)
    .addColumn("since", "bigint", required)
    .execute();
};

/** The authors' folders from which the content was made, so that it can be changed, given back and rolled back. */
const sourceTables = async (db: Kysely<unknown>): Promise<void> => {
  await createTable(db, "source_version")
    .addColumn("id", "integer", autoIncrement(db))
    // There is at most one draft.
    .addColumn("state", "text", required)
    // Who changed the draft last, or published the version.
    .addColumn("actor", "text", required)
    // Null for actors that are no person, and once the person is removed.
    .addColumn("account_id", "integer", orNull("account.id"))
    .addColumn("created", "bigint", required)
    .addColumn("changed", "bigint", required)
    // How often the draft was changed.
    .addColumn("edition", "integer", byDefault(1))
    // Null for a draft.
    .addColumn("published", "bigint")
    // The version that was published when the draft was begun, or that was rolled back to.
    .addColumn("based_on", "integer")
    // The checksum of the list of files; null for a draft.
    .addColumn("manifest", "text")
    .addColumn("files", "integer", byDefault(0))
    .addColumn("bytes", "bigint", byDefault(0))
    // 0 for a draft.
    .addColumn("products", "integer", byDefault(0))
    .addColumn("courses", "integer", byDefault(0))
    .addColumn("lessons", "integer", byDefault(0))
    // JSON: what the check of the draft has found; null until it was checked as it is.
    .addColumn("checked", "text")
    .execute();
  // There is one draft at most.
  await db.schema
    .createIndex("source_draft")
    .unique()
    .on("source_version")
    .column("state")
    .where(sql.ref("state"), "=", sql.lit("draft"))
    .execute();

  // The files of a folder. Their bytes are content files in the store.
  await createTable(db, "source_file")
    .addColumn("version_id", "integer", partOf("source_version.id"))
    // Relative, joined by `/`.
    .addColumn("path", "text", required)
    .addColumn("checksum", "text", required)
    .addColumn("size", "bigint", required)
    .addPrimaryKeyConstraint("source_file_key", ["version_id", "path"])
    .execute();
  await createIndex(db, "source_file_checksum", "source_file", ["checksum"]);

  // The parts of large files that are being sent, until the file is whole.
  await createTable(db, "source_part")
    // Of the whole file.
    .addColumn("checksum", "text", required)
    // The first byte, from 0.
    .addColumn("position", "bigint", required)
    .addColumn("size", "integer", required)
    // The name in the store.
    .addColumn("stored", "text", required)
    .addColumn("created", "bigint", required)
    .addPrimaryKeyConstraint("source_part_key", ["checksum", "position"])
    .execute();
};

/** What people do and write. */
const studyTables = async (db: Kysely<unknown>): Promise<void> => {
  await createTable(db, "progress")
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("lesson_id", "integer", required)
    .addColumn("package_id", "integer", required)
    .addColumn("course_id", "integer")
    .addColumn("opened", "bigint")
    .addColumn("completed", "bigint")
    .addColumn("last_seen", "bigint", required)
    .addColumn("seconds", "integer", required)
    .addPrimaryKeyConstraint("progress_key", ["account_id", "lesson_id"])
    .execute();
  await createIndex(db, "progress_completed", "progress", ["completed", "account_id", "lesson_id"]);
  await createIndex(db, "progress_seen", "progress", [
    "account_id",
    "last_seen",
    "lesson_id",
    "completed",
  ]);

  // Students' own notes.
  await createTable(db, "note")
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("lesson_id", "integer", required)
    .addColumn("text", "text", required)
    .addColumn("updated", "bigint", required)
    .addPrimaryKeyConstraint("note_key", ["account_id", "lesson_id"])
    .execute();
  await createIndex(db, "note_updated", "note", ["account_id", "updated", "lesson_id"]);

  await createTable(db, "measurement")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("name", "text", required)
    // 1 for the default table; an account has one.
    .addColumn("is_default", "integer", required)
    .addColumn("units", "text", required)
    .addColumn("updated", "bigint", required)
    // Numbers by field. Fields without a value are left out.
    .addColumn("data", "text", required)
    .execute();
  await createIndex(db, "measurement_default", "measurement", ["account_id", "is_default"]);
  await createIndex(db, "measurement_updated", "measurement", ["account_id", "updated", "id"]);

  // One hand-in for a lesson's assignment.
  await createTable(db, "upload")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("lesson_id", "integer", required)
    .addColumn("created", "bigint", required)
    .addColumn("comment", "text", required)
    .addColumn("state", "text", required)
    .addColumn("feedback", "text")
    .addColumn("feedback_at", "bigint")
    // When the first answer was given, also one to a later hand-in; null while it waits.
    .addColumn("first_answered", "bigint")
    // The tutor's name at that time.
    .addColumn("tutor", "text")
    // The tutor's account; null while there is no answer. It may have been removed.
    .addColumn("answered_by", "integer")
    // From when on the student sees the answer.
    .addColumn("published_at", "bigint")
    // 1 once the student has seen the answer.
    .addColumn("seen", "integer", byDefault(0))
    // 1 for the last one of its account and lesson.
    .addColumn("latest", "integer", required)
    .execute();
  await createIndex(db, "upload_latest", "upload", ["account_id", "latest", "lesson_id"]);
  await createIndex(db, "upload_own", "upload", ["account_id", "lesson_id", "id"]);
  await createIndex(db, "upload_queue", "upload", ["state", "latest", "created", "id"]);
  await db.schema
    .createIndex("upload_since")
    .on("upload")
    .expression(sql`coalesce(feedback_at, created), id`)
    .execute();
  await createIndex(db, "upload_waiting", "upload", ["state", "latest", "id"]);

  // The files of an upload, in the order in which they were chosen.
  await createTable(db, "upload_file")
    .addColumn("upload_id", "integer", partOf("upload.id"))
    .addColumn("position", "integer", required)
    .addColumn("name", "text", required)
    .addColumn("type", "text", required)
    .addColumn("size", "integer", required)
    .addColumn("checksum", "text", required)
    // The file's name in the store.
    .addColumn("stored", "text", unique)
    .addPrimaryKeyConstraint("upload_file_key", ["upload_id", "position"])
    .execute();

  // Conversations. The account is the one that started it.
  await createTable(db, "conversation")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("account_id", "integer", partOf("account.id"))
    // The id of its last message; 0 before the first one.
    .addColumn("last_id", "integer", byDefault(0))
    // When that was written.
    .addColumn("last_created", "bigint", byDefault(0))
    // 1 while its last message is a student's.
    .addColumn("waiting", "integer", byDefault(0))
    // The hand-in that it is about, and that one's course; null for one about neither.
    .addColumn("upload_id", "integer")
    .addColumn("course_id", "integer")
    .execute();
  await createIndex(db, "conversation_order", "conversation", ["waiting", "last_id"]);
  await createIndex(db, "conversation_own", "conversation", ["account_id", "last_id"]);
  await createIndex(db, "conversation_queue", "conversation", ["waiting", "last_created", "id"]);
  await createIndex(db, "conversation_since", "conversation", ["last_created", "id"]);
  await createIndex(db, "conversation_upload", "conversation", ["upload_id"]);

  await createTable(db, "message")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("conversation_id", "integer", partOf("conversation.id"))
    // The account of the conversation.
    .addColumn("account_id", "integer", required)
    .addColumn("author_id", "integer", required)
    // The author's name at that time.
    .addColumn("author", "text", required)
    .addColumn("role", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("body", "text", required)
    .addColumn("created", "bigint", required)
    .execute();
  await createIndex(db, "message_account", "message", ["account_id", "id"]);
  await createIndex(db, "message_author", "message", ["author_id"]);
  await createIndex(db, "message_thread", "message", ["conversation_id", "id", "author_id"]);

  // Who has read a message, besides its author.
  await createTable(db, "message_read")
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("message_id", "integer", partOf("message.id"))
    .addPrimaryKeyConstraint("message_read_key", ["account_id", "message_id"])
    .execute();

  // The files of a message, in the order in which they were chosen.
  await createTable(db, "message_file")
    .addColumn("message_id", "integer", partOf("message.id"))
    .addColumn("position", "integer", required)
    .addColumn("name", "text", required)
    .addColumn("type", "text", required)
    .addColumn("size", "integer", required)
    // The file's name in the store.
    .addColumn("stored", "text", unique)
    .addPrimaryKeyConstraint("message_file_key", ["message_id", "position"])
    .execute();

  // The first response to each request with an `Idempotency-Key`.
  await createTable(db, "repeatable")
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("key", "text", required)
    .addColumn("request", "text", required)
    .addColumn("answer", "text", required)
    .addColumn("created", "bigint", required)
    .addPrimaryKeyConstraint("repeatable_key", ["account_id", "key"])
    .execute();
  await createIndex(db, "repeatable_created", "repeatable", ["created"]);
};

/** What tutors and above need for their work. */
const deskTables = async (db: Kysely<unknown>): Promise<void> => {
  // The courses of a tutor. `account.teaches_all` stands for all of them.
  await createTable(db, "teaches")
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("course_id", "integer", required)
    .addPrimaryKeyConstraint("teaches_key", ["account_id", "course_id"])
    .execute();

  // Who works on a hand-in, so that others leave it: a lease that a person has.
  await createTable(db, "hand_in_claim")
    .addColumn("upload_id", "integer", keyOf("upload.id"))
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("leased_until", "bigint", required)
    .execute();
  await createIndex(db, "hand_in_claim_account", "hand_in_claim", ["account_id"]);

  // What the answer to a hand-in has replaced, as JSON, until its student has been told.
  await createTable(db, "answer_before")
    .addColumn("upload_id", "integer", keyOf("upload.id"))
    .addColumn("data", "text", required)
    .execute();

  // Comments to use again; those of the school have no account.
  await createTable(db, "saved_comment")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("account_id", "integer", orPartOf("account.id"))
    .addColumn("name", "text", required)
    .addColumn("text", "text", required)
    .execute();
  await createIndex(db, "saved_comment_account", "saved_comment", ["account_id"]);

  // What tutors have added to hand-ins: files on which they have drawn, and recordings.
  await createTable(db, "marked_file")
    .addColumn("upload_id", "integer", partOf("upload.id"))
    // The position of the file in its hand-in; `VOICE_POSITION`: the recording.
    .addColumn("position", "integer", required)
    // The pages of the drawing, as JSON.
    .addColumn("drawing", "text", required)
    // The pinned comments of the drawing in the contract's form, as JSON; null: none.
    .addColumn("pins", "text")
    .addColumn("name", "text", required)
    .addColumn("type", "text", required)
    .addColumn("size", "integer", required)
    .addColumn("checksum", "text", required)
    // The marked copy's name in the store.
    .addColumn("stored", "text", unique)
    .addPrimaryKeyConstraint("marked_file_key", ["upload_id", "position"])
    .execute();
};

/** News of the school for its people, by mail and on their devices. */
const newsTables = async (db: Kysely<unknown>): Promise<void> => {
  // What a person has chosen, and what the app has told about them.
  await createTable(db, "news_choice")
    .addColumn("account_id", "integer", keyOf("account.id"))
    // Null: as the level has it.
    .addColumn("mail", "text")
    // The hour of the digest on the person's clocks; null: as the level has it.
    .addColumn("hour", "integer")
    // 1: a week without study is noticed.
    .addColumn("idle", "integer", byDefault(0))
    // When to look next whether a week has passed without study; null: not wanted.
    .addColumn("idle_next", "bigint")
    // The language of the app; empty: not known.
    .addColumn("language", "text", byDefault(""))
    // The person's time zone; empty: not known.
    .addColumn("zone", "text", byDefault(""))
    // The first day of the person's week, 1 to 7.
    .addColumn("week_start", "integer", byDefault(1))
    // The address that the mail server has refused for good; null: none. Another address works again.
    .addColumn("refused", "text")
    .addColumn("refused_at", "bigint")
    .execute();
  await db.schema
    .createIndex("news_choice_idle_next")
    .on("news_choice")
    .column("idle_next")
    .where("idle_next", "is not", null)
    .execute();

  // What is still to be told to whom. It is looked up when it is told, so it is true then.
  await createTable(db, "news")
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("kind", "text", required)
    // The id of a hand-in or a conversation; for `idle` the number of the week's first day.
    .addColumn("subject_id", "integer", required)
    // When it happened; another event about the same replaces it.
    .addColumn("at", "bigint", required)
    // 1: the person's devices have been told.
    .addColumn("pushed", "integer", byDefault(0))
    .addPrimaryKeyConstraint("news_key", ["account_id", "kind", "subject_id"])
    .execute();

  // Who is to be told something, and when to look at it.
  await createTable(db, "news_due")
    .addColumn("account_id", "integer", keyOf("account.id"))
    // When to look.
    .addColumn("due", "bigint", required)
    // Since when it could have been told.
    .addColumn("since", "bigint", required)
    // When the digest is due; null: no digest is planned.
    .addColumn("digest", "bigint")
    // How often the mail server has refused it for now.
    .addColumn("tries", "integer", byDefault(0))
    // Counts the events, so that one during a mail is noticed.
    .addColumn("events", "integer", byDefault(1))
    .addColumn("lease", "text")
    .addColumn("leased_until", "bigint", byDefault(0))
    .execute();
  await createIndex(db, "news_due_due", "news_due", ["due"]);

  // Devices on which people are told, each with the session in which it was added.
  await createTable(db, "push_device")
    // The session. The device goes with it.
    .addColumn("token_hash", "text", keyOf("token.hash"))
    // The address at the browser's push service. Who has it alone can tell nothing: see `vapid.ts`.
    .addColumn("endpoint", "text", unique)
    // The browser's keys, in base64url.
    .addColumn("p256dh", "text", required)
    .addColumn("auth", "text", required)
    .addColumn("created", "bigint", required)
    // What is still to be sent, as JSON; newer news replaces it. Null: nothing.
    .addColumn("message", "text")
    // Since when it could have been sent.
    .addColumn("since", "bigint", byDefault(0))
    // When to send it.
    .addColumn("due", "bigint")
    // How often the push service has refused it for now.
    .addColumn("tries", "integer", byDefault(0))
    .addColumn("lease", "text")
    .addColumn("leased_until", "bigint", byDefault(0))
    .execute();
  await createIndex(db, "push_device_due", "push_device", ["due"]);
};

/** What the staff's desk needs. */
const staffTables = async (db: Kysely<unknown>): Promise<void> => {
  // Who changed what. Rows are never changed, and go when the school's time for them is over.
  await createTable(db, "audit")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("at", "bigint", required)
    .addColumn("actor", "text", required)
    // Null for actors that are no person, and once the person is removed.
    .addColumn("actor_id", "integer", orNull("account.id"))
    // The username at that time; empty for actors that are no person.
    .addColumn("actor_name", "text", required)
    .addColumn("action", "text", required)
    .addColumn("kind", "text", required)
    // What it is about: an id, a key or a name of its kind.
    .addColumn("subject", "text", required)
    // How people call it, such as a username or a title.
    .addColumn("subject_name", "text", required)
    // JSON: what exactly has changed; no secret and no text that somebody wrote to somebody.
    .addColumn("details", "text", required)
    // The level from which on somebody sees it.
    .addColumn("level", "integer", required)
    // The two names as they are searched: without case and accents.
    .addColumn("folded", "text", required)
    .execute();
  await createIndex(db, "audit_actor", "audit", ["actor_id", "at"]);
  await createIndex(db, "audit_at", "audit", ["at", "id"]);
  await createIndex(db, "audit_subject", "audit", ["kind", "subject", "at"]);

  // Long work that goes on after its call, survives a restart, and runs once on several servers.
  await createTable(db, "job")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("kind", "text", required)
    .addColumn("state", "text", required)
    // Who has ordered it; null once the person is removed.
    .addColumn("account_id", "integer", orNull("account.id"))
    // The level that the person had.
    .addColumn("level", "integer", required)
    .addColumn("created", "bigint", required)
    .addColumn("ended", "bigint")
    // How much is done, of how much; 0 of 0 while nobody knows.
    .addColumn("done", "integer", byDefault(0))
    .addColumn("total", "integer", byDefault(0))
    // JSON.
    .addColumn("input", "text", required)
    // JSON: what the screen shows once it has ended; before that what `keepJob` has kept, or null.
    .addColumn("result", "text")
    // Why it has failed, as a code such as `job/interrupted`; null if it has not.
    .addColumn("problem", "text")
    // The name in the store of the file that it reads; null: none.
    .addColumn("file", "text")
    // The name in the store of the file that it has made; null: none.
    .addColumn("made", "text")
    // The name under which a person saves that file.
    .addColumn("made_name", "text")
    // 1: somebody wants it to stop.
    .addColumn("stop", "integer", byDefault(0))
    // How often a server has begun it.
    .addColumn("tries", "integer", byDefault(0))
    .addColumn("lease", "text")
    .addColumn("leased_until", "bigint", byDefault(0))
    .execute();
  await createIndex(db, "job_state", "job", ["state", "id"]);
};

/** Desktop apps and their serial numbers. */
const desktopTables = async (db: Kysely<unknown>): Promise<void> => {
  // Serial numbers, in lower case, that activate the desktop app.
  await createTable(db, "serial_number")
    .addColumn("serial", "text", key)
    // The owner's account; null for a number that the school has issued.
    .addColumn("account_id", "integer", orPartOf("account.id"))
    // A note on who it was issued to; may be empty.
    .addColumn("name", "text", required)
    // The number of machines that it can activate.
    .addColumn("seats", "integer", required)
    // A list of course ids; null for all courses of the school, or of the owner.
    .addColumn("courses", "text")
    .addColumn("created", "bigint", required)
    // When it was revoked.
    .addColumn("revoked", "bigint")
    .execute();
  await createIndex(db, "serial_number_account", "serial_number", ["account_id"]);

  // What a person entered when a serial number was first activated.
  await createTable(db, "registration")
    .addColumn("serial", "text", keyOf("serial_number.serial"))
    .addColumn("full_name", "text", required)
    .addColumn("email", "text", required)
    // The country code, such as `GR`.
    .addColumn("country", "text", required)
    .addColumn("address", "text", required)
    .addColumn("telephone", "text", required)
    .addColumn("created", "bigint", required)
    .execute();

  // Activated desktop apps. All apps of one machine share one seat.
  await createTable(db, "activation")
    // Lets the app in as `X-License`.
    .addColumn("id", "text", key)
    // Names it in tickets.
    .addColumn("handle", "text", required)
    .addColumn("serial", "text", partOf("serial_number.serial"))
    // A hash of the machine's own id.
    .addColumn("computer_id", "text", required)
    .addColumn("license_id", "text", required)
    .addColumn("hardware", "text", required)
    .addColumn("created", "bigint", required)
    // The last day of a licence file; null for an app that checks with the school.
    .addColumn("until", "text")
    .addUniqueConstraint("activation_machine", ["serial", "computer_id", "license_id"])
    .execute();
  await createIndex(db, "activation_handle", "activation", ["handle"], { isUnique: true });
};

/** The words of the pages in `lesson_text`: a full-text table of SQLite, or a `tsvector` with a GIN index. */
const searchIndex = async (db: Kysely<unknown>): Promise<void> => {
  if (isPostgres(db)) {
    await sql`create table lesson_index (id integer primary key, words tsvector not null)`.execute(
      db,
    );
    await sql`create index lesson_index_words on lesson_index using gin (words)`.execute(db);
    return;
  }
  // The texts are in `lesson_text`, and positions and counts of words are not needed.
  await sql`create virtual table lesson_index using fts5 (
    words, content = '', detail = none, columnsize = 0, tokenize = "ascii tokenchars '_'",
    prefix = '1 2 3'
  )`.execute(db);
};

/**
 * PostgreSQL tells all servers of a school when one of them, or a command, has changed an account, a setting
 * or a site. SQLite tells it by the version of its file.
 */
const notifications = async (db: Kysely<unknown>): Promise<void> => {
  if (!isPostgres(db)) return;
  await sql`create function tell_account() returns trigger language plpgsql as $$
    begin
      perform pg_notify('learning_space', 'account ' ||
        (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0]));
      return null;
    end $$`.execute(db);
  await sql`create function tell_setting() returns trigger language plpgsql as $$
    begin
      perform pg_notify('learning_space', 'setting');
      return null;
    end $$`.execute(db);
  // A table, the changes that others learn of, and the column with the account.
  const ofAccount = [
    ["account", "update of level, blocked, expire, session_id, organisation_id or delete", "id"],
    ["token", "delete", "account_id"],
    ["subscription", "insert or update or delete", "account_id"],
  ] as const;
  for (const [table, changes, column] of ofAccount) {
    await sql`create trigger ${sql.id(`tell_${table}`)} after ${sql.raw(changes)}
      on ${sql.id(table)} for each row execute function tell_account(${sql.lit(column)})`.execute(
      db,
    );
  }
  for (const table of ["setting", "site"]) {
    await sql`create trigger ${sql.id(`tell_${table}`)} after insert or update or delete
      on ${sql.id(table)} for each statement execute function tell_setting()`.execute(db);
  }
};

/** Creates all tables of a school. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const subjects = [
    ...[schoolTables, accountTables, contentTables, sourceTables, studyTables],
    ...[deskTables, newsTables, staffTables, desktopTables, searchIndex, notifications],
  ];
  for (const create of subjects) await create(db);
};
