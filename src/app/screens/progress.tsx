import { useSnapshot } from "valtio";
import { firstDayOfWeek } from "../../domain/week-start.ts";
import ProgressScreen from "../../features/progress/progress-screen.tsx";
import { createToday } from "../../features/progress/today.ts";
import { only } from "../create-inside.ts";
import { coursePath, lessonPath } from "../paths.ts";
import type { ScreenProps } from "./screen-props.ts";

const createTodayOf = ({ app }: Pick<ScreenProps, "app">) => {
  const language = () => app.language.state.language;
  const weekStart = () => firstDayOfWeek(navigator.languages, language());
  return createToday({ send: app.transport.send, language, weekStart });
};

const Progress = (props: ScreenProps) => {
  const { app, services } = props;
  const { name } = useSnapshot(app.organisation.state);
  return (
    <ProgressScreen
      session={app.session}
      services={{ ...services, today: only(props, createTodayOf) }}
      organisationName={name}
      coursePath={coursePath}
      lessonPath={lessonPath}
    />
  );
};

export default Progress;
