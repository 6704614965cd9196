import { useState } from "react";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { useApp } from "../../app-context/use-app.ts";
import { loadSearchDialog, SearchDialog } from "./chunks.ts";
import { CourseView } from "./course-view.tsx";

export interface LessonsScreenProps {
  product: string;
  course: string;
}

/** A course, and the search in its lessons. */
const LessonsScreen = ({ product, course }: LessonsScreenProps) => {
  const app = useApp();
  const [searching, setSearching] = useState(false);
  return (
    <>
      <CourseView
        productKey={product}
        courseKey={course}
        onSearch={() => void loadOrAlert(loadSearchDialog, app).then(setSearching)}
      />
      {searching ? <SearchDialog onClose={() => setSearching(false)} /> : null}
    </>
  );
};

export default LessonsScreen;
