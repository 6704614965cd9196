// Made from the migrations by tests/server/both-databases/tables.test.ts, where a change of them fails.
import type { Generated } from "kysely";

export interface StoredTables {
  account: {
    id: Generated<number>;
    username: string;
    username_key: string;
    username_like: string;
    email: string;
    email_key: string;
    email_like: string;
    first_name: string;
    last_name: string;
    password: string;
    level: number;
    languages: string;
    registered: string;
    expire: string | null;
    accepted_personaldata: string | null;
    accepted_mediaconsent: string | null;
    organisation_id: number | null;
    serial_number: string;
    may_download: number;
    session_id: string | null;
    last_login: number | null;
    blocked: number | null;
    teaches_all: Generated<number>;
    search_text: Generated<string>;
  };
  activation: {
    id: string;
    handle: string;
    serial: string;
    computer_id: string;
    license_id: string;
    hardware: string;
    created: number;
    until: string | null;
  };
  announcement: {
    id: number;
    organisation_id: number;
    from_date: string;
    to_date: string;
    translations: string;
  };
  answer_before: {
    upload_id: number;
    data: string;
  };
  assignment: {
    lesson_id: number;
    product: string;
    title: string;
    instructions: string | null;
    image: string | null;
    criteria: string | null;
    draft: string | null;
  };
  audit: {
    id: Generated<number>;
    at: number;
    actor: string;
    actor_id: number | null;
    actor_name: string;
    action: string;
    kind: string;
    subject: string;
    subject_name: string;
    details: string;
    level: number;
    folded: string;
  };
  conversation: {
    id: Generated<number>;
    account_id: number;
    last_id: Generated<number>;
    last_created: Generated<number>;
    waiting: Generated<number>;
    upload_id: number | null;
    course_id: number | null;
  };
  failed_attempt: {
    key: string;
    at: number;
  };
  file: {
    kind: string;
    product: string;
    title: string;
    type: string;
    size: number;
    checksum: string;
    is_download: Generated<number>;
  };
  hand_in_claim: {
    upload_id: number;
    account_id: number;
    leased_until: number;
  };
  job: {
    id: Generated<number>;
    kind: string;
    state: string;
    account_id: number | null;
    level: number;
    created: number;
    ended: number | null;
    done: Generated<number>;
    total: Generated<number>;
    input: string;
    result: string | null;
    problem: string | null;
    file: string | null;
    made: string | null;
    made_name: string | null;
    stop: Generated<number>;
    tries: Generated<number>;
    lease: string | null;
    leased_until: Generated<number>;
  };
  known_place: {
    account_id: number;
    place: string;
    seen: number;
  };
  lesson: {
    product: string;
    key: string;
    dbid: number;
    checksum: string;
    data: string;
    assets: string;
  };
  lesson_text: {
    id: number;
    lesson_id: number;
    language: string;
    page: number;
    head: string;
    folded: string;
    body: string;
  };
  link_mail: {
    account_id: number;
    purpose: string;
    due: number;
    since: number;
    tries: Generated<number>;
    lease: string | null;
    leased_until: Generated<number>;
  };
  listing: {
    name: string;
    data: string;
  };
  marked_file: {
    upload_id: number;
    position: number;
    drawing: string;
    pins: string | null;
    name: string;
    type: string;
    size: number;
    checksum: string;
    stored: string;
  };
  measurement: {
    id: Generated<number>;
    account_id: number;
    name: string;
    is_default: number;
    units: string;
    updated: number;
    data: string;
  };
  message: {
    id: Generated<number>;
    conversation_id: number;
    account_id: number;
    author_id: number;
    author: string;
    role: string;
    subject: string;
    body: string;
    created: number;
  };
  message_file: {
    message_id: number;
    position: number;
    name: string;
    type: string;
    size: number;
    stored: string;
  };
  message_read: {
    account_id: number;
    message_id: number;
  };
  news: {
    account_id: number;
    kind: string;
    subject_id: number;
    at: number;
    pushed: Generated<number>;
  };
  news_choice: {
    account_id: number;
    mail: string | null;
    hour: number | null;
    idle: Generated<number>;
    idle_next: number | null;
    language: Generated<string>;
    zone: Generated<string>;
    week_start: Generated<number>;
    refused: string | null;
    refused_at: number | null;
  };
  news_due: {
    account_id: number;
    due: number;
    since: number;
    digest: number | null;
    tries: Generated<number>;
    events: Generated<number>;
    lease: string | null;
    leased_until: Generated<number>;
  };
  note: {
    account_id: number;
    lesson_id: number;
    text: string;
    updated: number;
  };
  openid_code: {
    hash: string;
    challenge: string;
    account_id: number;
    id_token: string;
    confirmed: number;
    expires: number;
  };
  openid_link: {
    issuer: string;
    subject: string;
    account_id: number;
    created: number;
  };
  openid_session: {
    token_hash: string;
    id_token: string;
  };
  organisation: {
    id: number;
    name: string;
    logo: string;
    email: string;
    telephone: string;
    download_available: number;
    footer: string;
    accent: string;
    logo_dark: string;
    favicon: string;
    favicon_tag: string;
    title: string;
    short_name: string;
    zone: string;
    mails: string;
  };
  passkey: {
    id: string;
    account_id: number;
    public_key: string;
    counter: number;
    transports: string;
    name: string;
    created: number;
    last_used: number | null;
  };
  picture: {
    source: string;
    recipe: number;
    width: number;
    height: number;
    problem: string | null;
  };
  picture_variant: {
    source: string;
    type: string;
    width: number;
    size: number;
    checksum: string;
  };
  product: {
    key: string;
    position: number;
    data: string;
  };
  progress: {
    account_id: number;
    lesson_id: number;
    package_id: number;
    course_id: number | null;
    opened: number | null;
    completed: number | null;
    last_seen: number;
    seconds: number;
  };
  push_device: {
    token_hash: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    created: number;
    message: string | null;
    since: Generated<number>;
    due: number | null;
    tries: Generated<number>;
    lease: string | null;
    leased_until: Generated<number>;
  };
  recovery_code: {
    account_id: number;
    hash: string;
  };
  registration: {
    serial: string;
    full_name: string;
    email: string;
    country: string;
    address: string;
    telephone: string;
    created: number;
  };
  repeatable: {
    account_id: number;
    key: string;
    request: string;
    answer: string;
    created: number;
  };
  reset_link: {
    hash: string;
    account_id: number;
    language: string;
    expires: number;
    purpose: Generated<string>;
  };
  saved_comment: {
    id: Generated<number>;
    account_id: number | null;
    name: string;
    text: string;
  };
  saved_draft: {
    id: Generated<number>;
    account_id: number;
    name: string;
    draft: string;
    is_shared: number;
    created: number;
  };
  second_step: {
    hash: string;
    account_id: number;
    purpose: string;
    session_id: string | null;
    secret: string;
    tries: number;
    expires: number;
  };
  serial_number: {
    serial: string;
    account_id: number | null;
    name: string;
    seats: number;
    courses: string | null;
    created: number;
    revoked: number | null;
  };
  setting: {
    name: string;
    value: string;
  };
  site: {
    origin: string;
  };
  source_change: {
    id: Generated<number>;
    version_id: number;
    edition: number;
    path: string;
    before: string | null;
    before_size: number | null;
    after: string | null;
    after_size: number | null;
    actor: string;
    account_id: number | null;
    at: number;
  };
  source_file: {
    version_id: number;
    path: string;
    checksum: string;
    size: number;
  };
  source_part: {
    checksum: string;
    position: number;
    size: number;
    stored: string;
    created: number;
  };
  source_reader: {
    path: string;
    account_id: number;
    seen: number;
  };
  source_translation: {
    path: string;
    checksum: string;
    original: string;
    size: number;
  };
  source_version: {
    id: Generated<number>;
    state: string;
    actor: string;
    account_id: number | null;
    created: number;
    changed: number;
    edition: Generated<number>;
    published: number | null;
    based_on: number | null;
    manifest: string | null;
    files: Generated<number>;
    bytes: Generated<number>;
    products: Generated<number>;
    courses: Generated<number>;
    lessons: Generated<number>;
    checked: string | null;
    note: Generated<string>;
    summary: string | null;
  };
  stored_object: {
    name: string;
    size: number;
    checksum: string;
    tag: string;
    since: number;
  };
  subscription: {
    account_id: number;
    course_id: number;
    exp_date: string | null;
    sub_date: string | null;
    sub_months: number | null;
  };
  teaches: {
    account_id: number;
    course_id: number;
  };
  token: {
    hash: string;
    account_id: number;
    created: number;
    expires: number;
    session_id: string | null;
    handle: string;
  };
  totp: {
    account_id: number;
    secret: string;
    last_step: number;
    created: number;
    last_used: number | null;
  };
  turn: {
    work: string;
    leased_until: number;
  };
  unused_file: {
    checksum: string;
    since: number;
  };
  upload: {
    id: Generated<number>;
    account_id: number;
    lesson_id: number;
    created: number;
    comment: string;
    state: string;
    feedback: string | null;
    feedback_at: number | null;
    first_answered: number | null;
    tutor: string | null;
    answered_by: number | null;
    published_at: number | null;
    seen: Generated<number>;
    latest: number;
  };
  upload_file: {
    upload_id: number;
    position: number;
    name: string;
    type: string;
    size: number;
    checksum: string;
    stored: string;
  };
  video_text: {
    product: string;
    lesson_id: number;
    asset: string;
    language: string;
    texts: string;
  };
}
