import { useEffect, useId, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../../app-context/use-app.ts";
import { weekStartOf } from "../../../app-context/week-start-of.ts";
import type { News } from "../../../contract/news.ts";
import { matchFailure } from "../../../core/match-failure.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { Kept } from "../../../kept/kept.ts";
import { SelectField } from "../../../ui/select-field.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { failureAlert } from "../failure-alert.ts";
import styles from "./news.module.css";
import { type Choice, createDevicePush, createNews, pushMessages } from "./news-model.ts";

const DeviceChoice = ({
  openPush,
}: Pick<NonNullable<ReturnType<Kept["services"]>>, "openPush">) => {
  const { alerts, transport } = useApp();
  const [model] = useState(() => createDevicePush(openPush, transport.send));
  const { is, isBusy } = useSnapshot(model.state);
  const text = useText();
  const id = useId();
  useEffect(() => void model.load(), [model]);
  if (is === "absent") return null;

  const choose = async (on: boolean) => {
    const result = await model.choose(on);
    if (!result.ok) alerts.show(failureAlert(matchFailure(result.failure, pushMessages)));
  };
  return (
    <div>
      <Switch
        checked={is === "on"}
        busy={isBusy}
        describedBy={id}
        onChange={(on) => void choose(on)}
      >
        {text("notifications.here")}
      </Switch>
      <p id={id} role="status" className={styles.note}>
        {text(is === "denied" ? "notifications.blocked" : "notifications.when")}
      </p>
    </div>
  );
};

/**
 * Whether the person is told on this device, too. Nothing where there are no notifications: in the desktop
 * app, in a frame, in a browser without them, and at a school that does not tell devices.
 */
export const DeviceSwitch = ({ kept }: { kept: Kept }) => {
  // The worker shows the notifications.
  const { isOn } = useSnapshot(kept.state);
  const services = isOn ? kept.services() : null;
  return services ? <DeviceChoice openPush={services.openPush} /> : null;
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export interface NewsSectionProps {
  /** What the school has. */
  at: News;
}

const NewsSection = ({ at }: NewsSectionProps) => {
  const app = useApp();
  const { alerts, language, machine, session, transport } = app;
  const [model] = useState(() => createNews(at, transport.send));
  const { news } = useSnapshot(model.state);
  const { level, user } = useSnapshot(session.state);
  const text = useText();
  const { formatDate } = useIntl();
  const id = useId();
  useEffect(() => {
    const code = language.state.language;
    const week_start = weekStartOf(app);
    void model.tellLocale({ language: code, zone: machine.zone(), week_start });
  }, [app, model, language, machine]);

  const choose = async (change: Partial<Choice>) => {
    const result = await model.choose(change);
    if (!result.ok) alerts.show(failureAlert("policies.not-kept"));
  };
  const isTutor = level >= TUTOR_LEVEL;
  // Each hour of a day of the machine, in the person's own way to write it.
  const timeOf = (hour: number) => formatDate(new Date(2001, 0, 1, hour), { timeStyle: "short" });

  return (
    <div className={styles.parts}>
      <p>{text(isTutor ? "news.of-work" : "news.of-answers")}</p>
      {news.works || news.mail === "never" ? null : (
        <p role="alert">{text("news.refused", { address: user?.email ?? "" })}</p>
      )}
      <fieldset className={styles.mails}>
        <legend>{text("news.mails")}</legend>
        {(["at-once", "digest", "never"] as const).map((mail) => (
          <label key={mail}>
            <input
              type="radio"
              name={id}
              checked={news.mail === mail}
              onChange={() => void choose({ mail })}
            />
            {text(`news.${mail}`)}
          </label>
        ))}
      </fieldset>
      {news.mail === "digest" ? (
        <div className={styles.hour}>
          <SelectField
            label={text("news.hour")}
            value={String(news.hour)}
            onChange={(event) => void choose({ hour: Number(event.currentTarget.value) })}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={String(hour)}>
                {timeOf(hour)}
              </option>
            ))}
          </SelectField>
          <p>{text("news.zone", { zone: machine.zone() })}</p>
        </div>
      ) : null}
      {app.kept ? <DeviceSwitch kept={app.kept} /> : null}
      {isTutor ? null : (
        <Switch checked={news.idle} onChange={(idle) => void choose({ idle })}>
          {text("news.idle")}
        </Switch>
      )}
    </div>
  );
};

export default NewsSection;
