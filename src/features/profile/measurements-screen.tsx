import type { ReactNode } from "react";
import { useText } from "../../i18n/use-text.ts";
import { useTitle } from "../../ui/use-title.ts";

export interface MeasurementsScreenProps {
  organisationName: string;
  /** The measurement tables. */
  children: ReactNode;
}

/** One's measurements by themselves, where there is no profile at a school. */
export const MeasurementsScreen = ({ organisationName, children }: MeasurementsScreenProps) => {
  const text = useText();
  useTitle(text("measurements.title"), organisationName);
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1 className="unseen">{text("measurements.title")}</h1>
      {children}
    </main>
  );
};
