import { daysAgo, minutesAgo, type RelativeTime } from "./relative-time.ts";

/** One hand-in, with the tutor's feedback if there is any. */
export interface HandIn {
  username: string;
  /** The lesson's key. */
  lesson: string;
  at: RelativeTime;
  comment: string;
  /** Names in `resources/demo-class`, with the names that the student gave them. */
  files: readonly { file: string; name: string }[];
  answer?: {
    state: "accepted" | "returned";
    at: RelativeTime;
    text: string;
    /** Whether the student has not seen it yet. */
    isNew?: boolean;
  };
}

export const HAND_INS: readonly HandIn[] = [
  {
    username: "student",
    lesson: "practice-sheet",
    at: daysAgo(33, "18:50"),
    comment:
      "My first one! The curve from M to N was the hardest, I drew it three times. My pencil is a bit soft I think.",
    files: [{ file: "practice-sheet-first.jpg", name: "IMG_2041.jpg" }],
    answer: {
      state: "returned",
      at: daysAgo(32, "09:15"),
      text: "A good start, Dana. Your letters and the diagonals are right. Two things: sharpen the pencil, some lines are nearly 2 mm wide, so nobody can measure from them. And please write your own numbers into the table and put a ruler beside the sheet. Draw it once more, it will take half the time.",
    },
  },
  {
    username: "student",
    lesson: "practice-sheet",
    at: daysAgo(30, "19:25"),
    comment: "Once more with a 0.5 pencil. AC is 29.9, everything else is on the number.",
    files: [{ file: "practice-sheet-again.jpg", name: "practice sheet 2.jpg" }],
    answer: {
      state: "accepted",
      at: daysAgo(29, "08:40"),
      text: "This is a sheet one can work from. And thank you for writing 29.9 and not 30. Go on to measuring.",
    },
  },
  {
    username: "student",
    lesson: "measurement-sheet",
    at: daysAgo(17, "20:05"),
    comment: "I measured my sister. She kept laughing, so I did every girth twice.",
    files: [{ file: "measurement-sheet-dana.pdf", name: "measurements Tamar.pdf" }],
    answer: {
      state: "returned",
      at: daysAgo(16, "10:30"),
      text: "Very tidy, and well done measuring twice. The upper arm girth is missing, and you will need it for the bodice. Add it and send the sheet again, please.",
      isNew: true,
    },
  },
  {
    username: "student",
    lesson: "cutting-layout",
    at: daysAgo(3, "21:10"),
    comment:
      "Both widths are on one sheet, I hope that is all right. On 90 cm I could not save anything by turning the facing.",
    files: [{ file: "cutting-layout.jpg", name: "layout 140 and 90.jpg" }],
  },
  {
    username: "jonas",
    lesson: "practice-sheet",
    at: daysAgo(52, "20:40"),
    comment: "Alles nachgemessen, größte Abweichung 0,1 cm.",
    files: [{ file: "practice-sheet-again.jpg", name: "Übungsblatt.jpg" }],
    answer: { state: "accepted", at: daysAgo(51, "08:20"), text: "Sauber gezeichnet, weiter so!" },
  },
  {
    username: "jonas",
    lesson: "skirt-own",
    at: daysAgo(14, "21:30"),
    comment:
      "Mein Rockgrundschnitt, für mich selbst gemessen. Die Seitennaht habe ich beim zweiten Mal mit dem Kurvenlineal gezogen, jetzt läuft sie ohne Knick in die Hüftlinie.",
    files: [{ file: "skirt-block-jonas.jpg", name: "Rock_Grundschnitt_Jonas.jpg" }],
    answer: {
      state: "accepted",
      at: daysAgo(13, "09:05"),
      text: "Sehr schön, Jonas. Die Abnäher stimmen, und die Probe der Taillenlinie ist dabei. Eine Kleinigkeit für das nächste Mal: Fadenlauf bitte über die ganze Länge zeichnen.",
    },
  },
  {
    username: "jonas",
    lesson: "dart-seams",
    at: daysAgo(1, "20:30"),
    comment:
      "Fünf Stellen, ein Abnäher. Beim Armloch bin ich nicht sicher, ob die Spitze so nah an den Brustpunkt darf.",
    files: [{ file: "darts-jonas.jpg", name: "Abnäher.jpg" }],
  },
  {
    username: "yael",
    lesson: "measurement-sheet",
    at: minutesAgo(190),
    comment: "מדדתי את אימא. היקף המותניים יצא פעם 86 ופעם 86.5, רשמתי את שניהם.",
    files: [{ file: "measurement-sheet-yael.pdf", name: "דף מידות.pdf" }],
  },
  {
    username: "eleni",
    lesson: "skirt-own",
    at: daysAgo(38, "09:50"),
    comment: "Here is my skirt block. Measured by my mother, drafted by me.",
    files: [{ file: "skirt-block-jonas.jpg", name: "skirt block.jpg" }],
    answer: { state: "accepted", at: daysAgo(37, "11:00"), text: "Lovely clean lines. Accepted." },
  },
  {
    username: "eleni",
    lesson: "waist-facing",
    at: daysAgo(2, "09:40"),
    comment:
      "The facing is understitched and it still wants to roll out at the left side seam. Is the seam allowance too wide there?",
    files: [{ file: "waist-facing.jpg", name: "facing.jpg" }],
  },
  {
    username: "wanjiru",
    lesson: "practice-sheet",
    at: daysAgo(28, "06:30"),
    comment: "I only had a felt pen. Sorry!",
    files: [{ file: "practice-sheet-wanjiru.jpg", name: "20260-sheet.jpg" }],
    answer: {
      state: "returned",
      at: daysAgo(27, "12:10"),
      text: "Your construction is right, and that is the difficult part. But with a felt pen a line is 1 mm wide, and then a millimetre cannot be measured. Please draw it again in pencil. You may keep this one as your key.",
    },
  },
];
