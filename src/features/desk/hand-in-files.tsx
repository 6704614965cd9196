import { useState } from "react";
import { useSnapshot } from "valtio";
import type { DeskWork } from "../../contract/desk.ts";
import { isDraftName } from "../../domain/attachment.ts";
import { Marking } from "../desk-marking/public.ts";
import { DraftFileView } from "../draft-check/public.ts";
import { FileView } from "./file-view.tsx";
import { FilesView } from "./files-view.tsx";
import { useKeys } from "./use-keys.ts";
import type { Work } from "./work.ts";

/** The files of the hand-in that is answered, large, to draw on. */
export const HandInFiles = ({ work }: { work: Work }) => {
  const { value, drawings, filled } = useSnapshot(work.state);
  const { files } = (value as DeskWork).hand_in;
  const [pins, setPins] = useState(0);
  useKeys({ p: () => setPins((asked) => asked + 1) });
  return (
    <FilesView files={files} isDrawn={(at) => drawings.some(({ file }) => file === at)}>
      {(at) => {
        const file = files[at];
        return file ? (
          <FileView key={at} file={file} fetch={() => work.file(at)}>
            {(bytes) =>
              isDraftName(file.name) ? (
                <DraftFileView file={bytes} />
              ) : (
                <Marking
                  key={filled}
                  file={bytes}
                  type={file.type}
                  name={file.name}
                  pages={work.pages(at)}
                  asksForPin={pins}
                  onChange={(pages) => work.setPages(at, pages)}
                />
              )
            }
          </FileView>
        ) : null;
      }}
    </FilesView>
  );
};
