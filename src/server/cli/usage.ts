export const USAGE = `Usage: npm run school -- COMMAND

  serve                       Serve the school. Settings: PORT (8080), HOST (127.0.0.1),
                              DATA_DIR (./data), DATABASE_URL, SMTP_URL, PUBLIC_URL, LOG_LEVEL,
                              TRUST_PROXY (1 behind a proxy that sets X-Forwarded-For).
      [--cert FILE --key FILE]
                              With TLS and HTTP/2: a certificate and its key in PEM form
                              (TLS_CERT, TLS_KEY), taken up anew when they are renewed.
  content check FOLDER        Say what is wrong in an author's folder, by file and line.
  content import FOLDER       Check it, and put it into the school's database.
  content export PATH         Write what the desktop app imports where there is no network: a new
                              folder, or a zip where PATH ends in .zip.
      [--course KEY]...       These courses; without it, all of the school's.
      [--zip]                 A zip, whatever PATH is called.
  user add NAME --email ADDRESS
      [--level N]             0 student (default), 10 tutor, 20 manager, 100 administrator
      [--first-name NAME] [--last-name NAME]
      [--course KEY]...       A course of theirs, from today on
      [--months N]            and for so long; without it, with no end.
      [--password-stdin]      Take the first line of the input as the password, without asking.
  user password NAME [--password-stdin]
                              Set a new password, and sign the person out everywhere.
  serial issue --seats N      Make a serial number that activates the desktop app on N machines.
      [--course KEY]...       For these courses; without it, for all of the school's.
      [--name "FOR WHOM"]     What the list says of it.
  serial list                 All serial numbers, with the seats taken and who has registered.
  serial revoke NUMBER        Take it back: its apps are locked when they next ask the school.
  licence sign REQUEST        Sign a licence for a machine without a network, from the file that the
                              app has written there, or from its text. It takes a seat.
      [--until DATE]          The last day on which it holds; without it, a year from now.
      [--out FILE]            Where to write it, a new file; without it, to the output.
  release sign [FILE]...      Sign packages of the desktop app, so that apps update to them; without
                              FILE, all in DOWNLOADS_DIR. The signature lies beside each, as FILE.sig.
  key                         The public half of the key that licences are signed with, as one
                              line of settings for building the desktop app. Made at first use.
  key --new --yes             Make a new key. Apps that carry the old one refuse its licences.
  help                        This text.
`;

/** The command was called in a way that it does not know. */
export class UsageError extends Error {}

/** The command cannot be done; the message says why, in a sentence. */
export class CommandError extends Error {}
