import type { Generated, Insertable, Selectable } from "kysely";

/**
 * The tables. Times are milliseconds since 1970, dates `YYYY-MM-DD`, booleans 0 and 1, and
 * structured values JSON text, because both databases store these alike.
 */
export interface Tables {
  setting: { name: string; value: string };
  organisation: {
    id: number;
    name: string;
    logo: string;
    email: string;
    telephone: string;
    download_available: number;
    footer: string;
    /** The colour of links and buttons, such as `#a03050`; empty: the app's own. */
    accent: string;
    /** The logo on dark ground: a PNG in base64; empty: the same logo. */
    logo_dark: string;
    /** The icon in the browser's tab, as an address with its data; empty: the app's own. */
    favicon: string;
    /** The start of the icon's checksum; empty where there is none. */
    favicon_tag: string;
    /** What titles of pages and the installed app call the school; empty: its name. */
    title: string;
    /** What the installed app is called under its icon; empty: the browser shortens the title. */
    short_name: string;
    /** JSON: the school's own texts of mails, see `MailTexts`. */
    mails: string;
  };
  /** The school's own sites that may show the app in a frame, besides those of the settings. */
  site: { origin: string };
  announcement: {
    id: number;
    organisation_id: number;
    from_date: string;
    to_date: string;
    translations: string;
  };
  account: AccountTable;
  /** Failed attempts of the last minutes. A key is a keyed hash of a name, an address or a place. */
  failed_attempt: { key: string; at: number };
  /** When a server last began each scheduled work. */
  turn: { work: string; taken: number };
  /** Devices and networks from which a person has signed in, as keyed hashes. */
  known_place: { account_id: number; place: string; seen: number };
  token: {
    hash: string;
    account_id: number;
    created: number;
    expires: number;
    /** The session that the client named when it signed in; null where it names none. */
    session_id: string | null;
  };
  /** The person of an OpenID Connect provider to whom an account belongs. */
  openid_link: { issuer: string; subject: string; account_id: number; created: number };
  /** One-time codes for sign-ins that the provider has confirmed. */
  openid_code: {
    hash: string;
    /** The SHA-256 of the app's secret, hex. */
    challenge: string;
    account_id: number;
    id_token: string;
    /** 1 once the browser has brought the code to the machine of an app that waits for it. */
    confirmed: number;
    expires: number;
  };
  /** The provider's token of a session, which signs the person out there. */
  openid_session: { token_hash: string; id_token: string };
  reset_link: { hash: string; account_id: number; language: string; expires: number };
  /** The second factor of staff: keys of their devices. */
  passkey: {
    /** The credential's id, in base64url. */
    id: string;
    account_id: number;
    /** COSE, in base64url. */
    public_key: string;
    /** How often the device says that it has signed; 0 for those that do not count. */
    counter: number;
    /** How a browser reaches the device, as JSON. */
    transports: string;
    name: string;
    created: number;
    last_used: number | null;
  };
  /** The second factor of staff: an authenticator app. */
  totp: {
    account_id: number;
    /** In base32. */
    secret: string;
    /** The last 30 seconds, counted since 1970, whose code was used: none is taken twice. */
    last_step: number;
    created: number;
    last_used: number | null;
  };
  /** Keyed hashes of the recovery codes that have not been used. */
  recovery_code: { account_id: number; hash: string };
  /** Sign-ins that wait for a second factor, and second factors that are being set up. */
  second_step: {
    hash: string;
    account_id: number;
    purpose: "sign-in" | "set-up" | "passkey" | "totp";
    /** The session that the client named; null where it names none. */
    session_id: string | null;
    /** What a passkey signs, or the secret of an authenticator app that is being set up. */
    secret: string;
    /** How many answers have been tried. */
    tries: number;
    expires: number;
  };
  subscription: {
    account_id: number;
    course_id: number;
    exp_date: string | null;
    sub_date: string | null;
    sub_months: number | null;
  };
  /** A product without its lessons' html. */
  product: { key: string; position: number; data: string };
  lesson: {
    product: string;
    key: string;
    dbid: number;
    checksum: string;
    data: string;
    /** The names of the assets in its pages, by language. */
    assets: string;
  };
  /** `faqs`, `glossary`, `instructions`: each a whole list. */
  listing: { name: string; data: string };
  assignment: {
    lesson_id: number;
    product: string;
    title: string;
    instructions: string | null;
    image: string | null;
  };
  upload: UploadTable;
  /** The files of an upload, in the order in which they were chosen. */
  upload_file: {
    upload_id: number;
    position: number;
    name: string;
    type: string;
    size: number;
    checksum: string;
    /** The file name in `dataDir/uploads`. */
    stored: string;
  };
  /** Conversations. The account is the one that started it. */
  conversation: {
    id: Generated<number>;
    account_id: number;
    /** The id of its last message; 0 before the first one. */
    last_id: Generated<number>;
    /** 1 while its last message is a student's. */
    waiting: Generated<number>;
  };
  message: MessageTable;
  /** Who has read a message, besides its author. */
  message_read: { account_id: number; message_id: number };
  /** The files of a message, in the order in which they were chosen. */
  message_file: {
    message_id: number;
    position: number;
    name: string;
    type: string;
    size: number;
    /** The file name in `dataDir/uploads`. */
    stored: string;
  };
  file: {
    kind: string;
    /** Empty for files that belong to the school. */
    product: string;
    title: string;
    type: string;
    size: number;
    checksum: string;
    /** The checksum of the variant that the desktop app keeps in place of the file; null: the file. */
    offline: Generated<string | null>;
  };
  /** What an import knows about the pictures of the content, by the checksum of the author's file. */
  picture: {
    source: string;
    /** The version of the way in which it was converted. */
    recipe: number;
    /** Pixels; 0 if unknown. */
    width: number;
    height: number;
    /** Why it has no variants; null if nothing is wrong. */
    problem: string | null;
  };
  /** The smaller forms of a picture. */
  picture_variant: {
    source: string;
    type: string;
    width: number;
    size: number;
    checksum: string;
  };
  /** Stored content files that nothing names, and since when. */
  unused_file: { checksum: string; since: number };
  /** Files in an S3-compatible store, as they were put there, by folder and name. */
  stored_object: { name: string; size: number; checksum: string; tag: string; since: number };
  progress: ProgressTable;
  /** Captions of videos. The author's apply to every lesson; a tutor's apply to one lesson. */
  video_text: {
    product: string;
    /** 0 for the author's. */
    lesson_id: number;
    asset: string;
    language: string;
    /** The cues; empty when tutors have removed them. */
    texts: string;
  };
  /** Students' own notes. */
  note: { account_id: number; lesson_id: number; text: string; updated: number };
  serial_number: SerialNumberTable;
  /** What a person entered when a serial number was first activated. */
  registration: {
    serial: string;
    full_name: string;
    email: string;
    /** The country code, such as `GR`. */
    country: string;
    address: string;
    telephone: string;
    created: number;
  };
  /** Activated desktop apps. All apps of one machine share one seat. */
  activation: {
    id: string;
    serial: string;
    /** A hash of the machine's own id. */
    computer_id: string;
    license_id: string;
    hardware: string;
    created: number;
    /** The last day of a licence file; null for an app that checks with the school. */
    until: string | null;
  };
  /**
   * The searchable pages of lessons. `head` holds the titles and `folded` all text, without
   * accents. Their words are in `lesson_index`, by the same ids; see `search-index.ts`.
   */
  lesson_text: {
    /** Never used again after an import. */
    id: number;
    lesson_id: number;
    language: string;
    page: number;
    head: string;
    folded: string;
    body: string;
  };
  measurement: MeasurementTable;
  /** The first response to each request with an `Idempotency-Key`. */
  repeatable: {
    account_id: number;
    key: string;
    request: string;
    answer: string;
    created: number;
  };
}

export interface AccountTable {
  id: Generated<number>;
  username: string;
  /** The name normalised for comparison: NFKC, lower case. */
  username_key: string;
  email: string;
  email_key: string;
  first_name: string;
  last_name: string;
  password: string;
  level: number;
  languages: string;
  registered: string;
  /** One calendar month after the last day of access; null for an account that does not expire. */
  expire: string | null;
  accepted_personaldata: string | null;
  accepted_mediaconsent: string | null;
  organisation_id: number | null;
  serial_number: string;
  may_download: number;
  session_id: string | null;
  last_login: number | null;
  /** Since when the school has blocked the account; null while it may be used. */
  blocked: number | null;
}

/** Serial numbers, in lower case, that activate the desktop app. */
export interface SerialNumberTable {
  serial: string;
  /** The owner's account; null for a number that the school has issued. */
  account_id: number | null;
  /** A note on who it was issued to; may be empty. */
  name: string;
  /** The number of machines that it can activate. */
  seats: number;
  /** A list of course ids; null for all courses of the school, or of the owner. */
  courses: string | null;
  created: number;
  /** When it was revoked. */
  revoked: number | null;
}

/** One hand-in for a lesson's assignment. */
export interface UploadTable {
  id: Generated<number>;
  account_id: number;
  lesson_id: number;
  created: number;
  comment: string;
  state: "uploaded" | "accepted" | "returned";
  feedback: string | null;
  feedback_at: number | null;
  /** The tutor's name at that time. */
  tutor: string | null;
  /** 1 for the last one of its account and lesson. */
  latest: number;
}

export interface MessageTable {
  id: Generated<number>;
  conversation_id: number;
  /** The account of the conversation. */
  account_id: number;
  author_id: number;
  /** The author's name at that time. */
  author: string;
  role: "student" | "tutor";
  subject: string;
  body: string;
  created: number;
}

export interface ProgressTable {
  account_id: number;
  lesson_id: number;
  package_id: number;
  course_id: number | null;
  opened: number | null;
  completed: number | null;
  last_seen: number;
  seconds: number;
}

export interface MeasurementTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  /** 1 for the default table; an account has one. */
  is_default: number;
  units: "cm" | "in";
  updated: number;
  /** Numbers by field. Fields without a value are left out. */
  data: string;
}

export type Account = Selectable<AccountTable>;
export type NewAccount = Insertable<AccountTable>;
export type MeasurementRow = Selectable<MeasurementTable>;
export type SerialNumberRow = Selectable<SerialNumberTable>;
export type ProgressRow = Selectable<ProgressTable>;
export type UploadRow = Selectable<UploadTable>;
