import { testPatternStory } from "../pattern-story.ts";

testPatternStory();
