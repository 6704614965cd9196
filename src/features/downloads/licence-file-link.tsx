import { Link } from "wouter";
import { LICENCE_FILE } from "../../app-context/links.ts";
import { useText } from "../../i18n/use-text.ts";

/** Leads to the page where a computer without a network gets its licence. */
export const LicenceFileLink = () => {
  const text = useText();
  return (
    <section className="sheet" aria-labelledby="without-network">
      <h2 id="without-network">{text("licence-file.link-heading")}</h2>
      <p>{text("licence-file.link-help")}</p>
      <Link className="button quiet" href={LICENCE_FILE}>
        {text("licence-file.link")}
      </Link>
    </section>
  );
};
