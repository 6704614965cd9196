import { useState } from "react";
import { useSnapshot } from "valtio";
import type { DeskWork } from "../../contract/desk.ts";
import { AttemptFile } from "./attempt-file.tsx";
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
          <AttemptFile
            key={at}
            file={file}
            fetch={() => work.files.own(at)}
            drawing={filled}
            pages={work.pages(at)}
            asksForPin={pins}
            onChange={(pages) => work.setPages(at, pages)}
          />
        ) : null;
      }}
    </FilesView>
  );
};
