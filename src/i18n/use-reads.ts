import { useIntl } from "react-intl";
import type { AppIntl } from "./create-intl.ts";

/** The languages in which the person reads the school's texts: the interface's, then the school's first one. */
export const useReads = (): readonly string[] => (useIntl() as unknown as AppIntl).reads;
