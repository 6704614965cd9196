/**
 * The content as our school sends it, to the letter of the contract.
 * What a client takes is wider: see the schemas beside each call.
 */

type ByLanguage = Record<string, string>;

export interface SentPage {
  title: string;
  html: string;
  subLessons: { subLessonId: number; title: ByLanguage }[];
}

export interface SentLesson {
  dbid: number;
  key: string;
  title: ByLanguage;
  image: string;
  type: "text" | "video" | "figure" | "assignment";
  hasAssignment: boolean;
  hasAssignmentImage: boolean;
  subLessons: number[];
  html?: { languages: Record<string, { pages: SentPage[] }> };
}

export interface SentMenu2 {
  props: {
    title: string;
    w?: number;
    h?: number;
    translations: { language: string; title: string }[];
  };
  lessons: string[];
}

export interface SentMenu1 {
  props: {
    key: string;
    title: string;
    descr: string;
    translations: { language: string; title: string; descr: string }[];
  };
  menu2: SentMenu2[];
}

export interface SentCourse {
  props: {
    id: number;
    title: string;
    translations: { language: string; title: string }[];
    weeklyTarget: number;
  };
  visibles: string[];
  lessonsOrder: { id: number; package_id: number }[];
  lpackages: number[];
  lpackagesOrder: number[];
}

export interface SentProduct {
  props: {
    id: number;
    key: string;
    title: string;
    translations: { language: string; title: string; description: string }[];
  };
  menu: { menu1: SentMenu1[] };
  lessons: Record<string, SentLesson>;
  courses: Record<string, SentCourse>;
  courseOrder: string[];
  lpackages: Record<string, { props: { packageId: number; pdf: string | null } }>;
}

export interface SentFaq {
  id: number;
  order: number;
  category: ByLanguage;
  translations: { language: string; question: string; answer: string }[];
}

export interface SentTerm {
  id: number;
  term: string;
  image: string | null;
  translations: { language: string; term: string; definition: string }[];
}

export interface SentInstruction {
  id: number;
  order: number;
  courseId: number | null;
  translations: { language: string; title: string; html: string }[];
}
