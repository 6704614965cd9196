import { useState } from "react";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { useApp } from "../../app-context/use-app.ts";
import { loadSearchDialog, SearchDialog } from "./chunks.ts";
import { CourseView, type CourseViewProps } from "./course-view.tsx";

export interface LessonsScreenProps extends Pick<CourseViewProps, "ChapterTool"> {
  product: string;
  course: string;
}

/** A course, and the search in its lessons. */
const LessonsScreen = ({ product, course, ChapterTool }: LessonsScreenProps) => {
  const app = useApp();
  const [searching, setSearching] = useState(false);
  return (
    <>
      <CourseView
        productKey={product}
        courseKey={course}
        ChapterTool={ChapterTool}
        onSearch={() => void loadOrAlert(loadSearchDialog, app).then(setSearching)}
      />
      {searching ? <SearchDialog onClose={() => setSearching(false)} /> : null}
    </>
  );
};

export default LessonsScreen;
