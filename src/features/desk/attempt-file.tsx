import type { ComponentProps } from "react";
import { isDraftName } from "../../domain/attachment.ts";
import { Marking } from "../desk-marking/public.ts";
import { DraftFileView } from "../draft-check/public.ts";
import { FileView } from "./file-view.tsx";
import type { FetchedBytes } from "./work-files.ts";

export interface AttemptFileProps
  extends Omit<ComponentProps<typeof Marking>, "file" | "name" | "type"> {
  file: { readonly name: string; readonly type: string };
  fetch: () => FetchedBytes;
  /** Another one begins the drawing anew. */
  drawing?: number;
}

/** A file that a student has handed in: a draft with its check, or a photo or PDF with what is drawn on it. */
export const AttemptFile = ({ file, fetch, drawing, ...marking }: AttemptFileProps) => (
  <FileView file={file} fetch={fetch}>
    {(bytes) =>
      isDraftName(file.name) ? (
        <DraftFileView file={bytes} />
      ) : (
        <Marking key={drawing} file={bytes} type={file.type} name={file.name} {...marking} />
      )
    }
  </FileView>
);
