import { loadStyle } from "../../app-context/page-files.ts";
import { never } from "../../lib/never.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";

/**
 * The school's contact details below every page. The code comes with that of the school's details,
 * which have to be fetched anyway. If it fails to load, the page works without it.
 */
export const PageFooter = lazyComponent(() =>
  Promise.all([import(/* webpackChunkName: "brand" */ "./footer.tsx"), loadStyle("inside")]).then(
    ([{ Footer }]) => ({ default: Footer }),
    () => never,
  ),
);
