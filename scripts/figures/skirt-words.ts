import { OVERLAP } from "./tiles.ts";

interface Numbers {
  readonly waistGirth: number;
  readonly hipGirth: number;
  readonly waistToHip: number;
  readonly skirtLength: number;
  /** Ease. */
  readonly waistEase: number;
  readonly hipEase: number;
}

/** The words of the skirt block's sheet. */
export interface SkirtWords {
  /** Of the file, and on each sheet. */
  readonly title: string;
  readonly name: string;
  readonly subtitle: string;
  readonly square: string;
  readonly squareSize: string;
  /** The first is a heading. */
  readonly facts: (numbers: Numbers) => readonly string[];
  /** A line break continues a step. */
  readonly steps: readonly string[];
  readonly plan: string;
  /** The name of a piece, how it is cut. */
  readonly back: readonly [string, string];
  readonly front: readonly [string, string];
  readonly girths: (numbers: Pick<Numbers, "waistGirth" | "hipGirth">) => string;
}

/** By language. The interface's terms are those of the lessons. */
export const SKIRT_WORDS = {
  en: {
    title: "Skirt block, back and front, full size",
    name: "Skirt block",
    subtitle: "Back and front, full size, without seam allowance",
    square: "Test square",
    squareSize: "10 cm × 10 cm",
    facts: ({ waistGirth, hipGirth, waistToHip, skirtLength, waistEase, hipEase }) => [
      "Drafted for",
      `waist girth ${waistGirth} cm`,
      `hip girth ${hipGirth} cm`,
      `waist to hip ${waistToHip} cm`,
      `skirt length ${skirtLength} cm`,
      `with ${waistEase} cm of ease at the waist`,
      `and ${hipEase} cm at the hip`,
    ],
    steps: [
      'Print on A4 at 100 % (actual size). Switch "fit to page" off.',
      "Measure the test square: each side must be exactly 10 cm. If it is not, print again.",
      `Cut every sheet along its frame at the top and on the left. Sheets overlap by ${OVERLAP} cm.`,
      "Lay sheet on sheet as in the plan, so that the diamonds meet, and glue.",
      "Cut on the seam line for the block. For cloth, add seam allowance on a copy.",
    ],
    plan: "Plan",
    back: ["Back", "cut 2"],
    front: ["Front", "cut 1 on the fold"],
    girths: ({ waistGirth, hipGirth }) => `waist ${waistGirth}, hip ${hipGirth} cm`,
  },
  he: {
    title: "בלוק חצאית, גב וחזית, בגודל אמיתי",
    name: "בלוק חצאית",
    subtitle: "גב וחזית, בגודל אמיתי, בלי תוספת תפר",
    square: "ריבוע בדיקה",
    squareSize: "10 × 10 ס״מ",
    facts: ({ waistGirth, hipGirth, waistToHip, skirtLength, waistEase, hipEase }) => [
      "המידות של הגזרה",
      `היקף מותניים ${waistGirth} ס״מ`,
      `היקף ירכיים ${hipGirth} ס״מ`,
      `ממותן לירכיים ${waistToHip} ס״מ`,
      `אורך החצאית ${skirtLength} ס״מ`,
      `תוספת נוחות במותן ${waistEase} ס״מ`,
      `ובירכיים ${hipEase} ס״מ`,
    ],
    steps: [
      "הדפיסו על A4 ב-100% (גודל אמיתי). בטלו את ההתאמה לגודל הדף.",
      "מדדו את ריבוע הבדיקה: כל צלע חייבת להיות 10 ס״מ בדיוק. אם לא, הדפיסו שוב.",
      `גזרו כל דף לאורך המסגרת שלו למעלה ומשמאל. הדפים חופפים ב-${OVERLAP} ס״מ.`,
      "הניחו דף על דף לפי התוכנית, כך שהמעוינים נפגשים, והדביקו.",
      "לבלוק גזרו על קו התפר. לבד הוסיפו תוספת תפר על עותק.",
    ],
    plan: "תוכנית",
    back: ["גב", "לגזור 2"],
    front: ["חזית", "לגזור 1 על הקפל"],
    girths: ({ waistGirth, hipGirth }) => `מותניים ${waistGirth}, ירכיים ${hipGirth} ס״מ`,
  },
  de: {
    title: "Rockgrundschnitt, Rücken- und Vorderteil, in voller Größe",
    name: "Rockgrundschnitt",
    subtitle: "Rücken- und Vorderteil, in voller Größe, ohne Nahtzugabe",
    square: "Kontrollquadrat",
    squareSize: "10 cm × 10 cm",
    facts: ({ waistGirth, hipGirth, waistToHip, skirtLength, waistEase, hipEase }) => [
      "Konstruiert für",
      `Taillenumfang ${waistGirth} cm`,
      `Hüftumfang ${hipGirth} cm`,
      `Hüfttiefe ${waistToHip} cm`,
      `Rocklänge ${skirtLength} cm`,
      `mit ${waistEase} cm Zugabe in der Taille`,
      `und ${hipEase} cm an der Hüfte`,
    ],
    steps: [
      "Auf A4 mit 100 % drucken (tatsächliche Größe). „An Seite anpassen“ ausschalten.",
      "Das Kontrollquadrat messen: Jede Seite muss genau 10 cm lang sein.\nSonst noch einmal drucken.",
      `Jedes Blatt oben und links am Rahmen abschneiden. Die Blätter überlappen um ${OVERLAP} cm.`,
      "Blatt auf Blatt legen wie im Plan, sodass die Rauten aufeinandertreffen, und kleben.",
      "Für den Grundschnitt auf der Nahtlinie schneiden. Für Stoff die Nahtzugabe\nan einer Kopie zugeben.",
    ],
    plan: "Plan",
    back: ["Rückenteil", "2× zuschneiden"],
    front: ["Vorderteil", "1× im Bruch zuschneiden"],
    girths: ({ waistGirth, hipGirth }) => `Taille ${waistGirth}, Hüfte ${hipGirth} cm`,
  },
  el: {
    title: "Βασικό πατρόν φούστας, πίσω και μπροστινό, σε πλήρες μέγεθος",
    name: "Βασικό πατρόν φούστας",
    subtitle: "Πίσω και μπροστινό, σε πλήρες μέγεθος, χωρίς περιθώριο ραφής",
    square: "Τετράγωνο ελέγχου",
    squareSize: "10 cm × 10 cm",
    facts: ({ waistGirth, hipGirth, waistToHip, skirtLength, waistEase, hipEase }) => [
      "Σχεδιασμένο για",
      `περίμετρο μέσης ${waistGirth} cm`,
      `περίμετρο γοφών ${hipGirth} cm`,
      `μέση έως γοφούς ${waistToHip} cm`,
      `μήκος φούστας ${skirtLength} cm`,
      `με άνεση ${waistEase} cm στη μέση`,
      `και ${hipEase} cm στους γοφούς`,
    ],
    steps: [
      "Τυπώστε σε A4 στο 100% (πραγματικό μέγεθος), χωρίς προσαρμογή στη σελίδα.",
      "Μετρήστε το τετράγωνο ελέγχου: κάθε πλευρά πρέπει να είναι ακριβώς 10 cm.\nΑλλιώς τυπώστε ξανά.",
      `Κόψτε κάθε φύλλο στο πλαίσιό του επάνω και αριστερά.\nΤα φύλλα επικαλύπτονται κατά ${OVERLAP} cm.`,
      "Βάλτε φύλλο πάνω σε φύλλο όπως στο σχέδιο, ώστε οι ρόμβοι να συναντώνται,\nκαι κολλήστε.",
      "Για το βασικό πατρόν κόψτε στη γραμμή ραφής. Για ύφασμα προσθέστε\nπεριθώριο ραφής σε ένα αντίγραφο.",
    ],
    plan: "Σχέδιο",
    back: ["Πίσω", "κόψτε 2"],
    front: ["Μπροστινό", "κόψτε 1 στο δίπλωμα"],
    girths: ({ waistGirth, hipGirth }) => `μέση ${waistGirth}, γοφοί ${hipGirth} cm`,
  },
  fr: {
    title: "Patron de base de jupe, dos et devant, grandeur réelle",
    name: "Patron de base de jupe",
    subtitle: "Dos et devant, grandeur réelle, sans marges de couture",
    square: "Carré de contrôle",
    squareSize: "10 cm × 10 cm",
    facts: ({ waistGirth, hipGirth, waistToHip, skirtLength, waistEase, hipEase }) => [
      "Tracé pour",
      `tour de taille ${waistGirth} cm`,
      `tour de hanches ${hipGirth} cm`,
      `hauteur taille-hanches ${waistToHip} cm`,
      `longueur de jupe ${skirtLength} cm`,
      `avec ${waistEase} cm d’aisance à la taille`,
      `et ${hipEase} cm aux hanches`,
    ],
    steps: [
      "Imprimez sur A4 à 100 % (taille réelle). Désactivez « ajuster à la page ».",
      "Mesurez le carré de contrôle : chaque côté doit faire exactement 10 cm.\nSinon, imprimez de nouveau.",
      `Coupez chaque feuille le long de son cadre en haut et à gauche.\nLes feuilles se chevauchent de ${OVERLAP} cm.`,
      "Posez les feuilles comme sur le plan, pour que les losanges se rejoignent, et collez.",
      "Pour le patron de base, coupez sur la ligne de couture. Pour le tissu, ajoutez\nles marges de couture sur une copie.",
    ],
    plan: "Plan",
    back: ["Dos", "couper 2 fois"],
    front: ["Devant", "couper 1 fois sur la pliure"],
    girths: ({ waistGirth, hipGirth }) => `taille ${waistGirth}, hanches ${hipGirth} cm`,
  },
} as const satisfies Record<string, SkirtWords>;
