import { createRoot } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import { loadStyle } from "../../app-context/page-files.ts";
import { StorageNotice } from "./storage-notice.tsx";

const KEY = "embedded.v1";

/** Whether the browser lets the app keep anything in this page. */
const mayStore = (): boolean => {
  try {
    localStorage.setItem(KEY, "1");
    localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
};

/** Asks the browser, which may ask the person. @returns whether the app may keep something now */
const request = async (): Promise<boolean> => {
  try {
    await document.requestStorageAccess();
  } catch {
    return false;
  }
  return mayStore();
};

const Notice = ({ app }: { app: BaseApp }) => {
  const { intl } = useSnapshot(app.language.state);
  return (
    <RawIntlProvider value={intl as never}>
      <StorageNotice
        mayAsk={"requestStorageAccess" in document}
        request={request}
        onGranted={() => {
          // Stores the session, which only this page knows until now.
          app.session.updateUser({});
          location.reload();
        }}
      />
    </RawIntlProvider>
  );
};

/**
 * Where the browser refuses the frame its storage, says what that means and offers to ask for it. A browser
 * grants it only after a person has pressed a button.
 */
export const askForStorage = async (app: BaseApp): Promise<void> => {
  if (mayStore()) return;
  await app.language.require("embedded");
  await loadStyle("embedded");
  const container = document.createElement("div");
  document.body.prepend(container);
  createRoot(container).render(<Notice app={app} />);
};
