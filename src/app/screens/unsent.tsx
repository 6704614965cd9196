import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { titleIn } from "../../domain/translated.ts";
import { UnsentNotice } from "../../features/unsent/unsent-notice.tsx";
import type { ScreenProps } from "./screen-props.ts";

const Unsent = ({ services }: Pick<ScreenProps, "app" | "services">) => {
  const { locale } = useIntl();
  const { selection } = useSnapshot(services.study.state);
  const lessons = Object.values(selection?.product.lessons ?? {});
  return (
    <UnsentNotice
      queue={services.queue}
      titleOf={(lessonId) => {
        const lesson = lessons.find(({ dbid }) => dbid === lessonId);
        return lesson ? titleIn(lesson.title, locale) : null;
      }}
    />
  );
};

export default Unsent;
