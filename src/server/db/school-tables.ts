/** The school itself, and what its servers agree on. */
export interface SchoolTables {
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
    /** The time zone of the school's days, such as `Europe/Athens`; empty: UTC. */
    zone: string;
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
  /** When a server last began each scheduled work. */
  turn: { work: string; taken: number };
}
