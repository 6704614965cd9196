import { useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { publicPageAddress } from "../../app-context/staff-links.ts";
import type {
  ContentVersion,
  PublishedProduct,
  StaffContent,
} from "../../contract/staff-content.ts";
import { translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import styles from "./content.module.css";
import { useContent } from "./content-service.ts";
import { useLanguageName, useVersionWords } from "./content-words.tsx";

const ProductRows = ({ product }: { product: PublishedProduct }) => {
  const text = useText();
  const { locale, formatNumber } = useIntl();
  const languageName = useLanguageName();
  const missing = product.missing.map(
    ({ language, lessons }) => `${languageName(language)} (${formatNumber(lessons)})`,
  );
  return (
    <tbody>
      <tr className={styles.product}>
        <th scope="rowgroup">
          <bdi>{translated(product, "title", locale)}</bdi> <small>{product.key}</small>
        </th>
        <td className={styles.number}>{formatNumber(product.lessons)}</td>
        <td />
        <td />
        <td>{missing.length > 0 ? missing.join(", ") : text("staff-content.all-translated")}</td>
      </tr>
      {product.courses.map((course) => (
        <tr key={course.key}>
          <th scope="row" className={styles.course}>
            <bdi>{translated(course, "title", locale)}</bdi> <small>{course.key}</small>
          </th>
          <td className={styles.number}>{formatNumber(course.lessons)}</td>
          <td className={styles.number}>{formatNumber(course.students)}</td>
          <td>
            <Link
              href={publicPageAddress(
                product.key,
                course.key,
                translated(course, "title", locale) ?? "",
              )}
            >
              {text("staff-content.public-page")}
            </Link>
          </td>
          <td />
        </tr>
      ))}
    </tbody>
  );
};

/** What students have: products and courses, who studies them, and what is missing in which language. */
export const PublishedView = ({ content }: { content: StaffContent }) => {
  const text = useText();
  const { products, versions } = content;
  if (products.length === 0) {
    return <Empty what={text("staff-content.none")} hint={text("staff-content.none-hint")} />;
  }
  return (
    <>
      {versions.length === 0 ? (
        <p className={styles.note}>{text("staff-content.no-source")}</p>
      ) : null}
      <div className={styles.scroll}>
        <PlainTable
          caption={text("staff-content.published")}
          headings={[
            text("staff-content.course"),
            [text("staff-content.lessons"), styles.number],
            [text("staff-content.students"), styles.number],
            "",
            text("staff-content.missing"),
          ]}
        >
          {products.map((product) => (
            <ProductRows key={product.key} product={product} />
          ))}
        </PlainTable>
      </div>
    </>
  );
};

interface VersionsViewProps {
  versions: readonly ContentVersion[];
  isBusy: boolean;
}

/** The versions that were published, the latest first. Each can be downloaded, and published again. */
export const VersionsView = ({ versions, isBusy }: VersionsViewProps) => {
  const text = useText();
  const service = useContent();
  const { formatNumber } = useIntl();
  const { maker, moment, size } = useVersionWords();
  const [goingBack, setGoingBack] = useState<ContentVersion | null>(null);
  return (
    <div className={styles.scroll}>
      <PlainTable
        caption={text("staff-content.versions")}
        headings={[
          text("staff-content.published-on"),
          text("staff-content.by"),
          [text("staff-content.lessons"), styles.number],
          [text("staff-content.size"), styles.size],
          "",
        ]}
      >
        <tbody>
          {versions.map((version, at) => {
            const when = moment(version.published);
            return (
              <tr key={version.id}>
                <th scope="row">{when}</th>
                <td>
                  <bdi>{maker(version)}</bdi>
                </td>
                <td className={styles.number}>{formatNumber(version.lessons)}</td>
                <td className={styles.size}>{size(version)}</td>
                <td>
                  <span className={styles.acts}>
                    {at === 0 ? (
                      <span>{text("staff-content.present")}</span>
                    ) : (
                      <button
                        type="button"
                        aria-label={text("staff-content.go-back-to", { when })}
                        aria-disabled={isBusy || undefined}
                        onClick={isBusy ? undefined : () => setGoingBack(version)}
                      >
                        {text("staff-content.go-back")}
                      </button>
                    )}
                    <button
                      type="button"
                      aria-label={text("staff-content.download-of", { when })}
                      aria-disabled={isBusy || undefined}
                      onClick={isBusy ? undefined : () => void service.exportZip(version.id)}
                    >
                      {text("staff-content.download")}
                    </button>
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </PlainTable>
      {goingBack ? (
        <ConfirmDialog
          title={text("staff-content.go-back")}
          question={text("staff-content.go-back-question", { when: moment(goingBack.published) })}
          act={text("staff-content.go-back")}
          onAct={() => void service.goBack(goingBack.id)}
          onClose={() => setGoingBack(null)}
        />
      ) : null}
    </div>
  );
};
