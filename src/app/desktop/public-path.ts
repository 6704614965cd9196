import { appFileUrl } from "../../ui/app-file-url.ts";

declare global {
  /** Where the bundler's runtime fetches chunks. */
  var __webpack_public_path__: string;
}

// An app that was updated is served below another path.
__webpack_public_path__ = appFileUrl("");
