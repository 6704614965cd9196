import { useEffect, useState } from "react";
import { useApp } from "../../../app-context/use-app.ts";
import { useText } from "../../../i18n/use-text.ts";
import { fetchPatternSheet } from "./pattern-sheet.ts";
import styles from "./tools.module.css";

interface SheetDownloadProps {
  productKey: string;
  /** The sheet's name among the assets. */
  name: string;
}

/** How long the browser may take to start a download. */
const TAKEN_MS = 60_000;

const download = (sheet: Blob, name: string) => {
  const url = URL.createObjectURL(sheet);
  Object.assign(document.createElement("a"), {
    href: url,
    download: name.split("/").at(-1) ?? name,
  }).click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
};

/** Fetches a package's sheet and hands it to the browser; says how to print it. */
export const SheetDownload = ({ productKey, name }: SheetDownloadProps) => {
  const { transport } = useApp();
  const text = useText();
  const [state, setState] = useState<"fetching" | "there" | "failed">("fetching");

  useEffect(() => {
    let gone = false;
    setState("fetching");
    void fetchPatternSheet(transport.sendForBytes, productKey, name).then((sheet) => {
      if (gone) return;
      if (sheet) download(sheet, name);
      setState(sheet ? "there" : "failed");
    });
    return () => {
      gone = true;
    };
  }, [transport, productKey, name]);

  if (state === "failed") {
    return (
      <p className={styles.word} role="alert">
        {text("sheet.failed")}
      </p>
    );
  }
  return (
    <p className={styles.word} role="status">
      {text(state === "there" ? "sheet.print-at-full-size" : "sheet.fetching")}
    </p>
  );
};
