import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./footer.module.css";

/**
 * Gives the page the accent colour of the school.
 * @param accent of the brand that is shown; undefined while none is known
 */
const useAccent = (app: BaseApp, accent: string | undefined): void => {
  useEffect(() => {
    // Without a colour, now or at the last visit, the code for it is not loaded.
    if (accent || app.machine.storage.get("accent.v1")) {
      import(/* webpackChunkName: "accent" */ "./show-accent.ts").then(
        ({ showAccent }) => showAccent(app),
        () => undefined,
      );
    }
  }, [accent, app]);
};

/** In small letters they are the fields of the footer. */
const SOCIAL = ["Facebook", "Instagram", "Twitter", "Pinterest", "YouTube"] as const;
const PHONES = [
  ["tel", "footer.telephone"],
  ["mobile", "footer.mobile"],
  ["fax", "footer.fax"],
] as const satisfies (readonly [string, MessageId])[];

const PAGES = [
  ["imprint", "footer.imprint"],
  ["privacy", "footer.privacy"],
] as const satisfies (readonly [string, MessageId])[];

/** Only addresses that a browser may open: a school's footer is input from outside. */
const webAddress = (address: string): string | false => /^https?:/i.test(address) && address;

/** The school's contact details. It comes with all of the brand that the sign-in form can do without. */
export const Footer = () => {
  const text = useText();
  const app = useBaseApp();
  const { name, organisation } = useSnapshot(app.organisation.state);
  useAccent(app, organisation?.accent);
  if (!organisation) return null;
  const { footer } = organisation;
  // The default contact details stand in where the footer has none of its own.
  const contact = [footer.email, ...PHONES.map(([field]) => footer[field])].some(Boolean)
    ? footer
    : { ...footer, email: organisation.email, tel: organisation.telephone };
  const url = webAddress(contact.url);
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.row}`}>
        <div>
          <strong>
            <bdi>{url ? <a href={url}>{name}</a> : name}</bdi>
          </strong>
          {contact.description && (
            <p>
              <bdi>{contact.description}</bdi>
            </p>
          )}
        </div>
        <address>
          {contact.email && (
            <p>
              {text("footer.email")}: <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </p>
          )}
          {PHONES.map(
            ([field, label]) =>
              contact[field] && (
                <p key={field}>
                  {text(label)}:{" "}
                  <bdi dir="ltr">
                    {field === "fax" ? (
                      contact[field]
                    ) : (
                      <a href={`tel:${contact[field].replace(/[^+\d]/g, "")}`}>{contact[field]}</a>
                    )}
                  </bdi>
                </p>
              ),
          )}
        </address>
        <ul>
          {PAGES.map(([field, label]) => {
            const address = webAddress(footer[field]);
            return (
              address && (
                <li key={field}>
                  <a href={address}>{text(label)}</a>
                </li>
              )
            );
          })}
          {SOCIAL.map((network) => {
            const field = network.toLowerCase() as Lowercase<typeof network>;
            const address = webAddress(contact[field]);
            return (
              address && (
                <li key={network}>
                  <a href={address} lang="en">
                    {network}
                  </a>
                </li>
              )
            );
          })}
        </ul>
      </div>
    </footer>
  );
};
