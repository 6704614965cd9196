/**
 * Small modules that several screens share. In the file for signed-in people they cost no request, and
 * no line of the page's import map, each.
 */
import "../app-context/drafts.ts";
import "../app-context/service.ts";
import "../app-context/title.tsx";
import "../app-context/use-file.ts";
import "../contract/page.ts";
import "../core/create-resource.ts";
import "../domain/lesson-package.ts";
import "../domain/search-text.ts";
import "../i18n/use-file-size.ts";
import "../ui/dialog.tsx";
import "../ui/empty.tsx";
import "../ui/fold.tsx";
import "../ui/load-error.tsx";
import "../ui/picture.tsx";
import "../ui/save-file.ts";
import "../ui/search-field.tsx";
import "../ui/switch.tsx";
import "../ui/tape.tsx";
