import type { Generated } from "kysely";
import type { Handle, SecretHash } from "../secrets.ts";

/** People, and how they sign in. */
export interface AccountTables {
  account: AccountTable;
  subscription: {
    account_id: number;
    course_id: number;
    exp_date: string | null;
    sub_date: string | null;
    sub_months: number | null;
  };
  token: {
    hash: SecretHash;
    account_id: number;
    created: number;
    expires: number;
    /** The session that the client named when it signed in; null where it names none. */
    session_id: string | null;
    /** Null for a token of an earlier version, until its first ticket. */
    handle: Handle | null;
  };
  /** Failed attempts of the last minutes. A key is a keyed hash of a name, an address or a place. */
  failed_attempt: { key: string; at: number };
  /** Devices and networks from which a person has signed in, as keyed hashes. */
  known_place: { account_id: number; place: string; seen: number };
  /** One-time links on which a person chooses a password. */
  reset_link: {
    hash: SecretHash;
    account_id: number;
    language: string;
    expires: number;
    purpose: Generated<LinkPurpose>;
  };
  /** Mails with such a link that are to be sent. The link is made when its mail is written. */
  link_mail: {
    account_id: number;
    purpose: LinkPurpose;
    due: number;
    /** Since when it is tried. */
    since: number;
    tries: Generated<number>;
    /** Names the server that sends it; null: nobody does. */
    claim: Generated<string | null>;
    /** When another server may take it over. */
    claimed_until: Generated<number>;
  };
  /** The person of an OpenID Connect provider to whom an account belongs. */
  openid_link: { issuer: string; subject: string; account_id: number; created: number };
  /** One-time codes for sign-ins that the provider has confirmed. */
  openid_code: {
    hash: SecretHash;
    /** The SHA-256 of the app's secret, hex. */
    challenge: string;
    account_id: number;
    id_token: string;
    /** 1 once the browser has delivered the code to the machine of an app that waits for it. */
    confirmed: number;
    expires: number;
  };
  /** The provider's token of a session, which signs the person out there. */
  openid_session: { token_hash: SecretHash; id_token: string };
  /** The second factor of staff: keys of their devices. */
  passkey: {
    /** The credential's id, in base64url. */
    id: string;
    account_id: number;
    /** COSE, in base64url. */
    public_key: string;
    /** The device's signature counter; 0 for devices that do not count. */
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
    hash: SecretHash;
    account_id: number;
    purpose: "sign-in" | "set-up" | "passkey" | "totp" | "totp-done" | "totp-codes";
    /** The session that the client named; null where it names none. */
    session_id: string | null;
    /** What a passkey signs, or the secret of an authenticator app that is being set up. */
    secret: string;
    /** How many answers have been tried. */
    tries: number;
    expires: number;
  };
}

/** What a mailed link is for: a forgotten password, or the first one. */
export type LinkPurpose = "password-reset" | "invitation";

export interface AccountTable {
  id: Generated<number>;
  username: string;
  /** The name normalised for comparison: NFKC, lower case. */
  username_key: string;
  /** The same for names that look alike; see `likenessOf`. */
  username_like: string;
  email: string;
  email_key: string;
  email_like: string;
  first_name: string;
  last_name: string;
  /** The hash; empty until an invited person has chosen a password. */
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
  /** 1: a tutor teaches all courses; 0: those in `teaches`. Nothing for other levels. */
  teaches_all: Generated<number>;
  /** What people are found and sorted by; see `searchTextOf`. */
  search_text: Generated<string>;
}
