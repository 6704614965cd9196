import { useSnapshot } from "valtio";
import LessonsScreen from "../../features/lessons/lessons-screen.tsx";
import { lessonPath } from "../paths.ts";
import type { ScreenProps } from "./screen-props.ts";

const Lessons = ({ app, services, ...keys }: ScreenProps & { product: string; course: string }) => {
  const { name } = useSnapshot(app.organisation.state);
  return (
    <LessonsScreen
      services={services}
      organisationName={name}
      productKey={keys.product}
      courseKey={keys.course}
      lessonPath={lessonPath}
    />
  );
};

export default Lessons;
