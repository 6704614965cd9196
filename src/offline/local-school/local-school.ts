import type { Product } from "../../contract/content.ts";
import type { Id } from "../../contract/wire.ts";
import { accessTo, completedIds } from "../../domain/course-standing.ts";
import type { Clock, KeyValue } from "../../platform/ports.ts";
import type { Transport } from "../../transport/transport.ts";
import type { LocalContent } from "../local-content.ts";
import { createSend } from "./answers.ts";
import { captionAnswers } from "./caption-answers.ts";
import { contentAnswers } from "./content-answers.ts";
import { assetAddress, fileAnswers } from "./file-answers.ts";
import { measurementAnswers } from "./measurement-answers.ts";
import { studyAnswers } from "./study-answers.ts";
import { createStudyRecord } from "./study-record.ts";

export interface LocalSchoolOptions {
  content: LocalContent;
  storage: KeyValue;
  /** Whose study and measurements it keeps. */
  personId: () => Id;
  now: Clock;
  level: () => number;
  /** The language that is being studied in. */
  language: () => string;
}

/**
 * Answers every call from this machine, as a school would with what lies here: nothing ever leaves
 * it. What only a school has, such as letters, is answered as absent.
 */
export const createLocalSchool = (options: LocalSchoolOptions): Transport => {
  const { content, storage, personId, level } = options;
  const record = createStudyRecord(storage, personId);
  const access = (product: Product) => accessTo(product, completedIds(record.studied()), level());
  const { send, sendForBytes } = createSend([
    ...contentAnswers({ content, access }),
    ...captionAnswers({ content, access }),
    ...fileAnswers(options),
    ...studyAnswers({ ...options, record }),
    ...measurementAnswers(options),
  ]);
  return {
    base: "",
    send,
    sendForBytes,
    assetAddress: assetAddress(options),
    // Everything is there already.
    ask: () => undefined,
  };
};
