import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { useBaseApp } from "../../app-context/app-context.ts";
import { createChunk, optionalChunk } from "../../app-context/chunk.ts";
import { MEASUREMENTS } from "../../app-context/links.ts";
import { useUpTo } from "../../app-context/use-narrow-screen.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { toolsMessages } from "../../i18n/messages/tools.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { ChangePasswordForm } from "./change-password-form.tsx";
import { OwnMeasurements } from "./measurements/own-measurements.tsx";
import { NewsFold } from "./news/news-fold.tsx";
import styles from "./own-data.module.css";
import { PolicySwitches } from "./policies.tsx";

const loadSecondFactor = createChunk(
  () => import(/* webpackChunkName: "second-factor" */ "./second-factor/section.tsx"),
  toolsMessages,
);

// For staff. If it fails to load, the profile works without it.
const SecondFactorSection = optionalChunk(async (app) => {
  const { default: Parts } = await loadSecondFactor(app);
  return {
    default: () => (
      <Fold heading={useText()("second-factor.heading")}>
        <Parts />
      </Fold>
    ),
  };
});

/**
 * The person's data at the school: the password, the second factor of staff, when news comes, policies, and measurement
 * tables, to which a narrow screen has the way only.
 */
const OwnData = () => {
  const { level, user } = useSnapshot(useBaseApp().session.state);
  const text = useText();
  const isNarrow = useUpTo("xs");
  // Who signs in at a provider gives the second factor there.
  const mayNeedFactor = level >= TUTOR_LEVEL && !user?.signedInElsewhere;
  return (
    <div className={styles.parts}>
      {user?.signedInElsewhere ? null : (
        <div className={styles.password}>
          <Fold heading={text("profile.change")}>
            <ChangePasswordForm username={user?.username ?? ""} />
          </Fold>
        </div>
      )}
      {mayNeedFactor ? <SecondFactorSection /> : null}
      <NewsFold />
      <PolicySwitches />
      {isNarrow ? (
        <Link className={`sheet ${styles.page}`} href={MEASUREMENTS}>
          {text("measurements.title")}
        </Link>
      ) : (
        <OwnMeasurements />
      )}
    </div>
  );
};

export default OwnData;
