import type { Generated } from "kysely";
import type { NewsMail } from "../../contract/news.ts";
import type { NewsKind } from "../../domain/news.ts";
import type { SecretHash } from "../secrets.ts";

/** News of the school for its people, by mail and on their devices. */
export interface NewsTables {
  /** What a person has chosen, and what the app has told about them. */
  news_choice: NewsChoiceTable;
  /** What is still to be told to whom. It is looked up when it is told, so it is true then. */
  news: {
    account_id: number;
    kind: NewsKind;
    /** The id of a hand-in or a conversation; for `idle` the number of the week's first day. */
    subject_id: number;
    /** When it happened; another event about the same replaces it. */
    at: number;
    /** 1: the person's devices have been told. */
    pushed: Generated<number>;
  };
  /** Who is to be told something, and when to look at it. */
  news_due: NewsDueTable;
  /** Devices on which people are told, each with the session in which it was added. */
  push_device: PushDeviceTable;
}

export interface NewsChoiceTable {
  account_id: number;
  /** Null: as the level has it. */
  mail: Generated<NewsMail | null>;
  /** The hour of the digest on the person's clocks; null: as the level has it. */
  hour: Generated<number | null>;
  /** 1: a week without study is noticed. */
  idle: Generated<number>;
  /** When to look next whether a week has passed without study; null: not wanted. */
  idle_next: Generated<number | null>;
  /** The language of the app; empty: not known. */
  language: Generated<string>;
  /** The person's time zone; empty: not known. */
  zone: Generated<string>;
  /** The first day of the person's week, 1 to 7. */
  week_start: Generated<number>;
  /** The address that the mail server has refused for good; null: none. Another address works again. */
  refused: Generated<string | null>;
  refused_at: Generated<number | null>;
}

export interface NewsDueTable {
  account_id: number;
  /** When to look. */
  due: number;
  /** Since when it could have been told. */
  since: number;
  /** When the digest is due; null: no digest is planned. */
  digest: Generated<number | null>;
  /** How often the mail server has refused it for now. */
  tries: Generated<number>;
  /** Counts the events, so that one during a mail is noticed. */
  events: Generated<number>;
  /** Names the server and the moment that work on it; null: nobody does. */
  claim: Generated<string | null>;
  /** When others may take it over. */
  claimed_until: Generated<number>;
}

export interface PushDeviceTable {
  /** The session. The device goes with it. */
  token_hash: SecretHash;
  /** The address at the browser's push service. Who has it alone can tell nothing: see `vapid.ts`. */
  endpoint: string;
  /** The browser's keys, in base64url. */
  p256dh: string;
  auth: string;
  created: number;
  /** What is still to be sent, as JSON; newer news replaces it. Null: nothing. */
  message: Generated<string | null>;
  /** Since when it could have been sent. */
  since: Generated<number>;
  /** When to send it, or when another server may try. */
  due: Generated<number | null>;
  /** How often the push service has refused it for now. */
  tries: Generated<number>;
}
