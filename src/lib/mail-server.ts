/** How the line to a mail server is encrypted. */
export const ENCRYPTIONS = ["tls", "starttls", "offered", "none"] as const;

export type Encryption = (typeof ENCRYPTIONS)[number];

/** A mail server in the words of a form. */
export interface MailServer {
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly encryption: Encryption;
  /** Further options of its address, which the form keeps. */
  readonly options: string;
}

const PORTS: Readonly<Record<Encryption, string>> = {
  tls: "465",
  starttls: "587",
  offered: "587",
  none: "25",
};

export const usualPort = (encryption: Encryption): string => PORTS[encryption];

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const EMPTY: MailServer = { host: "", port: "", user: "", encryption: "starttls", options: "" };

/** Reads an address such as `smtp://user@host:587?requireTLS=true`. What is no address gives an empty form. */
export const readMailServer = (address: string): MailServer => {
  const url = URL.parse(address);
  if (!url || !["smtp:", "smtps:"].includes(url.protocol)) return EMPTY;
  const options = new URLSearchParams(url.search);
  const isOn = (name: string) => options.get(name) === "true";
  const plain = isOn("ignoreTLS") ? "none" : isOn("requireTLS") ? "starttls" : "offered";
  const encryption = url.protocol === "smtps:" ? "tls" : plain;
  for (const name of ["ignoreTLS", "requireTLS"]) options.delete(name);
  return {
    host: decoded(url.hostname),
    port: url.port || PORTS[encryption],
    user: decoded(url.username),
    encryption,
    options: String(options),
  };
};

/** The address of a mail server; empty without a host. */
export const writeMailServer = ({ host, port, user, encryption, options }: MailServer): string => {
  const name = host.trim();
  if (name === "") return "";
  const search = new URLSearchParams(options);
  if (encryption === "starttls") search.set("requireTLS", "true");
  if (encryption === "none") search.set("ignoreTLS", "true");
  const account = user.trim() && `${encodeURIComponent(user.trim())}@`;
  const scheme = encryption === "tls" ? "smtps" : "smtp";
  const query = String(search);
  return `${scheme}://${account}${name}:${port.trim() || PORTS[encryption]}${query && `?${query}`}`;
};

/** Providers of mail with their servers for sending, as they describe them. */
export const MAIL_PROVIDERS: readonly {
  readonly name: string;
  readonly host: string;
  readonly encryption: Encryption;
}[] = [
  { name: "Gmail, Google Workspace", host: "smtp.gmail.com", encryption: "starttls" },
  { name: "Microsoft 365, Outlook", host: "smtp.office365.com", encryption: "starttls" },
  { name: "iCloud", host: "smtp.mail.me.com", encryption: "starttls" },
  { name: "Yahoo", host: "smtp.mail.yahoo.com", encryption: "tls" },
  { name: "Fastmail", host: "smtp.fastmail.com", encryption: "tls" },
  { name: "Zoho Mail", host: "smtp.zoho.eu", encryption: "tls" },
  { name: "GMX", host: "mail.gmx.net", encryption: "starttls" },
  { name: "WEB.DE", host: "smtp.web.de", encryption: "starttls" },
  { name: "IONOS", host: "smtp.ionos.de", encryption: "tls" },
  { name: "Strato", host: "smtp.strato.de", encryption: "tls" },
  { name: "Infomaniak", host: "mail.infomaniak.com", encryption: "tls" },
  { name: "OVHcloud", host: "ssl0.ovh.net", encryption: "tls" },
  { name: "Orange", host: "smtp.orange.fr", encryption: "tls" },
  { name: "Brevo", host: "smtp-relay.brevo.com", encryption: "starttls" },
  { name: "Mailgun", host: "smtp.eu.mailgun.org", encryption: "starttls" },
  { name: "SendGrid", host: "smtp.sendgrid.net", encryption: "starttls" },
];
