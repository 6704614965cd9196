import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { useDrafting } from "../../app-context/drafting.ts";
import { useMeasurements } from "../../app-context/use-measurements.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { blockNames, nameIn } from "../../core/pattern-messages.ts";
import type { Values } from "../../domain/measurements/fields.ts";
import { EXAMPLE_BODY } from "../../drafting/example-body.ts";
import type { Pattern } from "../../drafting/pattern.ts";
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { DraftPicture } from "./draft-picture.tsx";
import { createPatterns } from "./patterns-model.ts";

const PatternsScreen = () => {
  const text = useText();
  const drafting = useDrafting();
  const measurements = useMeasurements();
  const [patterns] = useState(() => createPatterns(drafting));
  const { standard } = useSnapshot(measurements.state);
  const { answer } = useSnapshot(patterns.state);
  useScreenTitle(text("patterns.title"));
  useEffect(() => {
    void measurements.load();
  }, [measurements]);
  const values = standard?.values as Values | undefined;
  useEffect(() => {
    void patterns.draft({ block: "skirt-block", values: values ?? EXAMPLE_BODY, options: {} });
  }, [patterns, values]);
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("patterns.title")}</h1>
      <SelectField label={text("patterns.block")}>
        <option>{nameIn(text, blockNames, "skirt-block")}</option>
      </SelectField>
      <p>
        {text("patterns.table")}: {standard?.name ?? text("patterns.example")}
      </p>
      {answer?.pattern ? <DraftPicture pattern={answer.pattern as Pattern} /> : null}
    </main>
  );
};

export default PatternsScreen;
