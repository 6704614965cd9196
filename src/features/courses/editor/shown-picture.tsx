import { useApp } from "../../../app-context/use-app.ts";
import type { SourceFolder } from "../../../contract/staff-editor.ts";
import { useAsync } from "../../../ui/use-async.ts";
import { useObjectUrl } from "../../../ui/use-object-url.ts";
import { fetchShownFile } from "./editor-calls.ts";
import styles from "./shown-file.module.css";

export interface ShownFileProps {
  product: string;
  /** Its name in the folder; a figure of a draft as `draft-figures/BLOCK/NAME.svg`, which belongs to no product. */
  name: string;
  folder?: SourceFolder;
  /** The file itself, where it was just chosen. */
  file?: Blob | null | undefined;
}

/** Its bytes; null until they are there, or if there are none. */
export const useFileBytes = ({
  product,
  name,
  folder = "assets",
  file,
}: ShownFileProps): Blob | null => {
  const { sendForBytes } = useApp().transport;
  const found = useAsync(
    async () =>
      file ?? (name === "" ? null : await fetchShownFile(sendForBytes, product, name, folder)),
    [sendForBytes, product, name, folder, file],
  );
  return found ?? null;
};

/** A picture in small. */
export const Picture = ({ bytes }: { bytes: Blob }) => {
  const address = useObjectUrl(bytes);
  return address ? <img className={styles.picture} src={address} alt="" /> : null;
};

/** A picture of a folder, in small. */
export const ShownPicture = (props: ShownFileProps) => {
  const bytes = useFileBytes(props);
  return bytes ? <Picture bytes={bytes} /> : null;
};
