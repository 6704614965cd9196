import * as v from "valibot";
import { createStored } from "../../../core/stored.ts";
import { completeSetup, type PrintSetup } from "../../../drafting/print/papers.ts";
import type { KeyValue } from "../../../platform/ports.ts";

const setup = v.object({
  paper: v.string(),
  orientation: v.string(),
  margin: v.number(),
  overlap: v.number(),
});

/** North America has its own paper. */
const LETTER = /-(?:US|CA|MX)$/;

/** The paper of this machine's last print. */
export const storedSetup = (storage: KeyValue, language: string) => {
  const stored = createStored(storage, "print-setup.v1", setup);
  return {
    read(): PrintSetup {
      const kept = stored.read();
      const paper = kept?.paper ?? (LETTER.test(language) ? "letter" : "a4");
      return completeSetup({
        margin: 1,
        overlap: 1,
        ...kept,
        paper: paper as PrintSetup["paper"],
        orientation: kept?.orientation === "landscape" ? "landscape" : "portrait",
      });
    },
    write: (value: PrintSetup) => void stored.write(value),
  };
};
