import { type ReactNode, useEffect, useId, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../../../app-context/failure-notice.tsx";
import { unsentTextsOf } from "../../../../app-context/unsent-texts.ts";
import { useApp } from "../../../../app-context/use-app.ts";
import type { SourceAsset } from "../../../../contract/staff-assets.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { FileButton } from "../../../../ui/file-button.tsx";
import { Tape } from "../../../../ui/tape.tsx";
import { ChoiceList } from "../inserts/choice-list.tsx";
import { type AssetUpload, assetFailures, createAssetUpload } from "./asset-upload.ts";
import styles from "./media.module.css";

const KINDS = {
  film: { accept: "video/mp4,video/webm,.mp4,.webm", present: "staff-media.films" },
  sheet: { accept: "application/pdf,.pdf", present: "staff-media.sheets" },
} as const;

const MEGABYTE = 1024 * 1024;

/** Sends files of a kind to a product, for as long as the component is shown. */
export const useAssetUpload = (product: string, kind: keyof typeof KINDS): AssetUpload => {
  const app = useApp();
  const [upload] = useState(() =>
    createAssetUpload({ send: app.transport.send, unsentTexts: unsentTextsOf(app), product, kind }),
  );
  useEffect(() => upload.stop, [upload]);
  return upload;
};

const Progress = ({ upload, onName }: { upload: AssetUpload; onName: (name: string) => void }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { phase, done, total, failure, trouble, before } = useSnapshot(upload.state);
  const goOn = () => void upload.goOn().then((name) => name && onName(name));
  const isCut = failure !== null && phase === "idle";
  useEffect(() => {
    if (!isCut) return;
    const again = () => void upload.goOn().then((name) => name && onName(name));
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [isCut, upload, onName]);
  const megabytes = (bytes: number) =>
    formatNumber(bytes / MEGABYTE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const so =
    phase === "idle"
      ? ""
      : text(phase === "reading" ? "staff-media.reading" : "staff-content.sending", {
          ...{ done: megabytes(done), total: megabytes(total) },
        });
  return (
    <>
      {phase === "idle" ? null : (
        <div className={styles.progress}>
          <Tape value={done} max={total || 1} label={text("staff-media.sending")} text={so} />
          <p>{so}</p>
        </div>
      )}
      {before && phase === "idle" && !failure ? (
        <p className={styles.notice}>
          {text("staff-media.interrupted", {
            name: before.name,
            done: megabytes(before.sent),
            total: megabytes(before.size),
          })}
        </p>
      ) : null}
      <FailureNotice failure={failure} messages={assetFailures} onRetry={goOn} />
      {trouble?.kind === "codecs" || trouble?.kind === "index-last" ? (
        <p className={styles.notice}>
          {trouble.kind === "codecs"
            ? text("staff-media.not-everywhere", { codecs: trouble.codecs.join(", ") })
            : text("staff-media.begins-late")}
        </p>
      ) : null}
    </>
  );
};

interface AssetChooserProps {
  kind: keyof typeof KINDS;
  upload: AssetUpload;
  assets: readonly SourceAsset[];
  /** The name of the one that is chosen; empty: none. */
  value: string;
  /** @param file the file that was just sent; null for one that was there */
  onChange: (name: string, file: File | null) => void;
  children?: ReactNode;
}

/** Chooses a film or a sheet: one from this machine, which is sent, or one that the product has. */
export const AssetChooser = (props: AssetChooserProps) => {
  const { kind, upload, assets, value, onChange, children } = props;
  const text = useText();
  const { formatNumber } = useIntl();
  const hint = useId();
  const { phase } = useSnapshot(upload.state);
  const [sent, setSent] = useState<File | null>(null);
  const choose = async (file: File) => {
    setSent(file);
    const name = await upload.choose(file);
    if (name !== null) onChange(name, file);
  };
  const sizeOf = (bytes: number) =>
    text("staff-media.size", {
      size: formatNumber(Math.max(0.1, bytes / MEGABYTE), { maximumFractionDigits: 1 }),
    });
  return (
    <>
      <p className={styles.choose}>
        <FileButton
          quiet
          label={text(`staff-media.choose-${kind}`)}
          accept={KINDS[kind].accept}
          disabled={phase !== "idle"}
          describedBy={hint}
          onFiles={([file]) => {
            if (file) void choose(file);
          }}
        />
        <small id={hint}>{text(`staff-media.${kind}-hint`)}</small>
      </p>
      <Progress upload={upload} onName={(name) => onChange(name, sent)} />
      {children}
      {assets.length > 0 ? (
        <ChoiceList
          label={text(KINDS[kind].present)}
          choices={assets.map(({ name, size }) => ({ id: name, name, note: sizeOf(size) }))}
          value={value}
          onChange={(name) => onChange(name, null)}
        />
      ) : null}
    </>
  );
};
