import { useIntl } from "react-intl";
import { Link } from "wouter";
import { publicPageAddress } from "../../app-context/staff-links.ts";
import type {
  ContentVersion,
  PublishedProduct,
  StaffContent,
} from "../../contract/staff-content.ts";
import { translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { useCourseWords, useOtherWords, useTitle } from "./changes-view.tsx";
import styles from "./content.module.css";
import { type AskedPublish, useContent } from "./content-service.ts";
import { More, useLanguageName, useVersionWords } from "./content-words.tsx";

const ProductRows = ({ product }: { product: PublishedProduct }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const reads = useReads();
  const languageName = useLanguageName();
  const missing = product.missing.map(
    ({ language, lessons }) => `${languageName(language)} (${formatNumber(lessons)})`,
  );
  return (
    <tbody>
      <tr className={styles.product}>
        <th scope="rowgroup">
          <bdi>{translated(product, "title", reads) || product.key}</bdi>
        </th>
        <td className={styles.number}>{formatNumber(product.lessons)}</td>
        <td />
        <td />
        <td className={styles.missing}>
          {missing.length > 0 ? missing.join(", ") : text("staff-content.all-translated")}
        </td>
      </tr>
      {product.courses.map((course) => (
        <tr key={course.key}>
          <th scope="row" className={styles.course}>
            <bdi>{translated(course, "title", reads) || course.key}</bdi>
          </th>
          <td className={styles.number}>{formatNumber(course.lessons)}</td>
          <td className={styles.number}>{formatNumber(course.students)}</td>
          <td className={styles.public}>
            <Link
              href={publicPageAddress(product.key, course.key, translated(course, "title", reads))}
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
    const hint = content.draft ? "staff-content.none-draft" : "staff-content.none-hint";
    return <Empty what={text("staff-content.none")} hint={text(hint)} />;
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
  onGoBack: (asked: AskedPublish) => void;
}

/** What a version has changed, as its publisher has put it and course by course. */
const VersionFacts = ({ note, summary }: Pick<ContentVersion, "note" | "summary">) => {
  const text = useText();
  const wordsOf = useCourseWords();
  const titleOf = useTitle();
  const courses = summary?.courses ?? [];
  const others = useOtherWords()(summary?.others ?? [], courses);
  const isBack = summary?.rolled_back_to != null;
  return (
    <>
      {note ? (
        <p>
          <bdi>{note}</bdi>
        </p>
      ) : null}
      {isBack ? <p>{text("staff-content.was-back")}</p> : null}
      {summary && summary.course !== "" ? <p>{text("staff-content.was-alone")}</p> : null}
      <ul className={styles.names}>
        {courses.slice(0, MAX_NAMED).map((course) => (
          <li key={course.key}>
            <bdi>{titleOf(course)}</bdi>: {wordsOf(course)}
          </li>
        ))}
      </ul>
      <More count={courses.length - MAX_NAMED} />
      {others ? <p>{others}</p> : null}
    </>
  );
};

const MAX_NAMED = 8;

/** The versions that were published, the latest first. Each can be downloaded, and published again. */
export const VersionsView = ({ versions, isBusy, onGoBack }: VersionsViewProps) => {
  const text = useText();
  const service = useContent();
  const { formatNumber } = useIntl();
  const { maker, moment, size } = useVersionWords();
  const goBack = ({ id, published }: ContentVersion) =>
    onGoBack({
      ...{ from: { id }, course: null, act: text("staff-content.go-back") },
      title: text("staff-content.go-back"),
      hint: text("staff-content.go-back-question", { when: moment(published) }),
    });
  return (
    <div className={styles.scroll}>
      <PlainTable
        caption={text("staff-content.versions")}
        headings={[
          text("staff-content.published-on"),
          text("staff-content.by"),
          text("staff-content.what"),
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
                <td className={styles.history}>
                  <VersionFacts note={version.note} summary={version.summary} />
                </td>
                <td className={styles.number}>{formatNumber(version.lessons)}</td>
                <td className={styles.size}>{size(version)}</td>
                <td>
                  <span className={styles.acts}>
                    {at === 0 ? (
                      <span>{text("staff-content.present")}</span>
                    ) : (
                      <Button
                        plain
                        aria-label={`${text("staff-content.go-back")}: ${when}`}
                        disabled={isBusy}
                        onClick={() => goBack(version)}
                      >
                        {text("staff-content.go-back")}
                      </Button>
                    )}
                    <Button
                      plain
                      aria-label={text("staff-content.download-of", { when })}
                      disabled={isBusy}
                      onClick={() => void service.exportZip(version.id)}
                    >
                      {text("staff-content.download")}
                    </Button>
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </PlainTable>
    </div>
  );
};
