import { daysAgo, minutesAgo, type RelativeTime } from "./relative-time.ts";

export interface DemoMessage {
  /** Its author's username. */
  from: string;
  at: RelativeTime;
  body: string;
  /** Names in `resources/demo-class`, with the names that the author gave them. */
  files?: readonly { file: string; name: string }[];
  /** Usernames of those who have not read it; all others have. */
  unreadBy?: readonly string[];
}

/** Conversations. The author of the first message started it. */
export interface DemoConversation {
  subject: string;
  messages: readonly DemoMessage[];
}

const STAFF = ["tutor", "admin"];

export const CONVERSATIONS: readonly DemoConversation[] = [
  {
    subject: "Which paper for the first block?",
    messages: [
      {
        from: "student",
        at: daysAgo(41, "17:20"),
        body: "Hello Ruth,\n\nthe lesson says pattern paper with dots, but in my town there is only brown wrapping paper. Can I use that for the practice sheet?\n\nDana",
      },
      {
        from: "tutor",
        at: daysAgo(40, "08:55"),
        body: "Hello Dana,\n\nyes, for practice anything is good that lies flat and takes a pencil. Iron wrapping paper once without steam, then it stops curling. For the block itself I would order dotted paper: one roll lasts for years.\n\nRuth",
      },
      {
        from: "student",
        at: daysAgo(40, "18:02"),
        body: "Ironing it worked! Thank you.",
      },
      {
        from: "tutor",
        at: daysAgo(39, "08:30"),
        body: "Good. Keep the roll dry and it stays flat.",
      },
    ],
  },
  {
    subject: "Abnäher: wie lang?",
    messages: [
      {
        from: "jonas",
        at: daysAgo(19, "20:48"),
        body: "Hallo Frau Okafor,\n\nim Grundschnitt ist der hintere Abnäher 14 cm lang. Ich bin 1,92 m groß. Muss ich ihn verlängern, oder bleibt er so?\n\nViele Grüße\nJonas Brandt",
      },
      {
        from: "tutor",
        at: daysAgo(18, "09:10"),
        body: "Hallo Jonas,\n\nder Abnäher soll etwa 5 cm über der Hüftlinie enden. Messen Sie also Ihre Hüfttiefe und ziehen Sie 5 cm ab. Bei Ihnen werden das wohl 16 cm sein. Probieren Sie es am Nesselmodell aus, bevor Sie in den Stoff schneiden.\n\nRuth Okafor",
      },
      {
        from: "jonas",
        at: daysAgo(18, "19:33"),
        body: "16,5 cm, und es sitzt. Vielen Dank!",
      },
      {
        from: "tutor",
        at: daysAgo(17, "08:30"),
        body: "Wunderbar. Dann weiter zu den Abnähern im Oberteil.",
      },
    ],
  },
  {
    subject: "Facing rolls out",
    messages: [
      {
        from: "eleni",
        at: daysAgo(4, "16:12"),
        body: "Good afternoon Ruth,\n\nmy waist facing shows at the right side after an hour of wearing. I understitched it all the way round. What did I forget?\n\nEleni",
        files: [{ file: "waist-facing.jpg", name: "facing from outside.jpg" }],
      },
      {
        from: "tutor",
        at: daysAgo(3, "10:20"),
        body: "Good morning Eleni,\n\nthe stitches are fine. I think the facing is cut exactly as wide as the skirt: take 2 mm off its upper edge, so that it pulls the seam inwards. And catch it at the side seams by hand, three stitches are enough.\n\nRuth",
      },
      {
        from: "eleni",
        at: daysAgo(3, "17:45"),
        body: "2 mm! I would never have thought of that. I will try it on Saturday.",
      },
      { from: "tutor", at: daysAgo(2, "08:15"), body: "Tell me how it went." },
    ],
  },
  {
    subject: "Back after three weeks",
    messages: [
      {
        from: "wanjiru",
        at: daysAgo(6, "05:40"),
        body: "Hello, I had exams and did nothing for three weeks. The page says five lessons in a week and now I feel I cannot catch up. What should I do first?\n\nWanjiru",
      },
      {
        from: "tutor",
        at: daysAgo(5, "09:00"),
        body: "Welcome back, Wanjiru. Nothing is lost, the course waits for you. I wrote a small plan for four weeks with three lessons each. Begin with the practice sheet in pencil, you know already how it goes.\n\nRuth",
        files: [{ file: "four-easy-weeks.pdf", name: "four easy weeks.pdf" }],
        unreadBy: ["wanjiru"],
      },
    ],
  },
  {
    subject: "Combien de temps par semaine ?",
    messages: [
      {
        from: "camille",
        at: daysAgo(1, "20:31"),
        body: "Bonjour,\n\nje viens de commencer et je travaille à plein temps. Combien d’heures faut-il compter par semaine pour cinq leçons ? (I can also read English, if that is easier for you.)\n\nMerci d’avance,\nCamille Moreau",
        unreadBy: STAFF,
      },
    ],
  },
  {
    subject: "Side seam at the hip",
    messages: [
      {
        from: "student",
        at: daysAgo(1, "18:14"),
        body: "Hi Ruth,\n\nat H my side seam makes a small corner where it meets the hip line, I marked it in red. I measured 0.7 cm on both sides as in the lesson. Did I do something wrong, or is the curve just too short?\n\nDana",
        files: [{ file: "side-seam.jpg", name: "side seam.jpg" }],
      },
      {
        from: "tutor",
        at: minutesAgo(70),
        body: "Hi Dana,\n\nyour points are right. The curve has to arrive at H upright: lay the French curve so that its last 3 cm run along the vertical line, and only then bend outwards. It need not pass exactly through the 0.7, a millimetre beside it is fine. A smooth line is worth more than a point.\n\nRuth",
        unreadBy: ["student", "admin"],
      },
    ],
  },
  {
    subject: "איך מחזיקים את הסרט ישר?",
    messages: [
      {
        from: "yael",
        at: minutesAgo(150),
        body: "שלום רות,\n\nכשאני מודדת היקף ירכיים הסרט תמיד יורד לי מאחור, כמו בציור השני. יש טריק לעשות את זה לבד, בלי שמישהו יסתכל מהצד?\n\nתודה, יעל",
        files: [{ file: "tape-level.jpg", name: "סרט.jpg" }],
        unreadBy: STAFF,
      },
    ],
  },
];
