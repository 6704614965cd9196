import { useIntl } from "react-intl";
import type { PublishedProduct, StaffContent } from "../../contract/staff-content.ts";
import { translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import table from "../../ui/table.module.css";
import styles from "./content.module.css";
import { useLanguageName } from "./use-language-name.ts";

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
        <td>{missing.length > 0 ? missing.join(", ") : text("staff-content.all-translated")}</td>
      </tr>
      {product.courses.map((course) => (
        <tr key={course.key}>
          <th scope="row" className={styles.course}>
            <bdi>{translated(course, "title", locale)}</bdi> <small>{course.key}</small>
          </th>
          <td className={styles.number}>{formatNumber(course.lessons)}</td>
          <td className={styles.number}>{formatNumber(course.students)}</td>
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
        <table className={table.table}>
          <caption className={table.hidden}>{text("staff-content.published")}</caption>
          <thead>
            <tr>
              <th scope="col">{text("staff-content.course")}</th>
              <th scope="col" className={styles.number}>
                {text("staff-content.lessons")}
              </th>
              <th scope="col" className={styles.number}>
                {text("staff-content.students")}
              </th>
              <th scope="col">{text("staff-content.missing")}</th>
            </tr>
          </thead>
          {products.map((product) => (
            <ProductRows key={product.key} product={product} />
          ))}
        </table>
      </div>
    </>
  );
};
