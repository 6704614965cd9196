import { useState } from "react";
import { useSnapshot } from "valtio";
import LessonsScreen from "../../features/lessons/lessons-screen.tsx";
import { lessonPath } from "../paths.ts";
import type { ScreenProps } from "./screen-props.ts";
import { loadSearch, Search } from "./study-tools.ts";
import { whenThere } from "./when-there.ts";

const Lessons = (props: ScreenProps & { product: string; course: string }) => {
  const { app, services, ...keys } = props;
  const [searching, setSearching] = useState(false);
  const { name } = useSnapshot(app.organisation.state);
  return (
    <>
      <LessonsScreen
        services={services}
        organisationName={name}
        productKey={keys.product}
        courseKey={keys.course}
        lessonPath={lessonPath}
        onSearch={() => void whenThere(loadSearch, app).then(setSearching)}
      />
      {searching ? <Search {...props} onClose={() => setSearching(false)} /> : null}
    </>
  );
};

export default Lessons;
