import { createLessonSearch } from "../../features/lessons/search/lesson-search.ts";
import SearchDialog from "../../features/lessons/search/search-dialog.tsx";
import { only } from "../create-inside.ts";
import { coursePath, lessonPath } from "../paths.ts";
import type { ScreenProps } from "./screen-props.ts";

const createSearchOf = ({ app }: Pick<ScreenProps, "app">) =>
  createLessonSearch(app.transport.send);

const Search = (props: Pick<ScreenProps, "app" | "services"> & { onClose: () => void }) => (
  <SearchDialog
    services={props.services}
    search={only(props, createSearchOf)}
    coursePath={coursePath}
    lessonPath={lessonPath}
    onClose={props.onClose}
  />
);

export default Search;
