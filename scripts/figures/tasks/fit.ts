import type { Task } from "./task-sheet.ts";

/** The assignment of the lesson "Bringing the changes to the pattern". */
export const fit: Task = {
  en: {
    title: "Fit your own skirt block",
    text: "You sew the toile of your skirt block, read it, change it and bring the changes to the paper. Plan an afternoon, and ask somebody to pin.",
    parts: [
      {
        heading: "Prepare",
        points: [
          "Firm cotton, washed and straightened; hip line, grainline, centre back and centre front drawn through.",
          "3 cm of cloth at side and waist. Waist stay-stitched and snipped.",
          "Photographs from the front, the side and behind, before any change, camera at hip height.",
        ],
      },
      {
        heading: "Read, one thing at a time",
        lines: [
          "Hip line level?",
          "Side seam plumb?",
          "Stretched folds: where?",
          "Soft folds: where?",
        ],
      },
      {
        heading: "Change",
        lines: [
          "First change, centimetres",
          "Second change, centimetres",
          "Third change, centimetres",
        ],
      },
      {
        heading: "On paper",
        points: [
          "Every change measured and written beside its line, on a copy of the block.",
          "Darts folded, waist trued; side seams walked and equal.",
        ],
        lines: ["Waist of the new block", "Hip of the new block"],
      },
      {
        heading: "Hand in",
        points: [
          "Three photographs of the toile and one of the changed pattern, each up to 2 MB. Your head need not be in the picture.",
          "In the comment: every fold that you saw, what it meant, what you did.",
        ],
      },
    ],
  },
  he: {
    title: "התאימו את בלוק החצאית שלכם",
    text: "תופרים את הטואל של בלוק החצאית שלכם, קוראים אותו, משנים אותו ומעבירים את השינויים לנייר. הקדישו לזה אחר צהריים, ובקשו ממישהו לנעוץ סיכות.",
    parts: [
      {
        heading: "הכנה",
        points: [
          "כותנה יציבה, מכובסת ומיושרת; קו הירכיים, כיוון הבד, מרכז הגב ומרכז החזית מסומנים עד השפות.",
          "3 ס״מ בד בצד ובמותן. במותן תפר ייצוב, והתוספת חתוכה.",
          "צילומים מלפנים, מהצד ומאחור, לפני כל שינוי, המצלמה בגובה הירכיים.",
        ],
      },
      {
        heading: "קריאה, דבר אחד בכל פעם",
        lines: ["קו הירכיים אופקי?", "תפר הצד אנכי?", "קמטים מתוחים: איפה?", "קמטים רכים: איפה?"],
      },
      {
        heading: "שינויים",
        lines: ["שינוי ראשון, סנטימטרים", "שינוי שני, סנטימטרים", "שינוי שלישי, סנטימטרים"],
      },
      {
        heading: "על הנייר",
        points: [
          "כל שינוי נמדד ונכתב ליד הקו שלו, על עותק של הבלוק.",
          "המחסרים מקופלים, המותן מיושרת; תפרי הצד נבדקו זה לאורך זה והם שווים.",
        ],
        lines: ["המותן של הבלוק החדש", "הירכיים של הבלוק החדש"],
      },
      {
        heading: "מה מגישים",
        points: [
          "שלושה צילומים של הטואל ואחד של הגזרה ששונתה, כל אחד עד 2 מגה־בייט. הראש שלכם לא חייב להיות בתמונה.",
          "בהערה: כל קמט שראיתם, מה המשמעות שלו, מה עשיתם.",
        ],
      },
    ],
  },
  de: {
    title: "Den eigenen Rockgrundschnitt anpassen",
    text: "Sie nähen das Nesselmodell Ihres Rockgrundschnitts, lesen es, ändern es und übertragen die Änderungen auf das Papier. Planen Sie einen Nachmittag ein, und bitten Sie jemanden, für Sie zu stecken.",
    parts: [
      {
        heading: "Vorbereiten",
        points: [
          "Feste Baumwolle, gewaschen und gerade gezogen; Hüftlinie, Fadenlauf, hintere und vordere Mitte durchgezeichnet.",
          "3 cm Stoff an Seite und Taille. Taille mit Stütznaht und eingeschnitten.",
          "Fotos von vorn, von der Seite und von hinten, vor jeder Änderung, Kamera auf Hüfthöhe.",
        ],
      },
      {
        heading: "Lesen, eins nach dem anderen",
        lines: [
          "Hüftlinie waagerecht?",
          "Seitennaht senkrecht?",
          "Gespannte Falten: wo?",
          "Weiche Falten: wo?",
        ],
      },
      {
        heading: "Ändern",
        lines: [
          "Erste Änderung, Zentimeter",
          "Zweite Änderung, Zentimeter",
          "Dritte Änderung, Zentimeter",
        ],
      },
      {
        heading: "Auf dem Papier",
        points: [
          "Jede Änderung gemessen und neben ihre Linie geschrieben, auf einer Kopie des Grundschnitts.",
          "Abnäher zugefaltet, Taille ausgeglichen; Seitennähte aneinander geprüft und gleich lang.",
        ],
        lines: ["Taille des neuen Grundschnitts", "Hüfte des neuen Grundschnitts"],
      },
      {
        heading: "Abgeben",
        points: [
          "Drei Fotos vom Nesselmodell und eins vom geänderten Schnitt, jedes bis 2 MB. Ihr Kopf braucht nicht im Bild zu sein.",
          "Im Kommentar: jede Falte, die Sie gesehen haben, was sie bedeutete, was Sie getan haben.",
        ],
      },
    ],
  },
  el: {
    title: "Πρόβα του δικού σας βασικού πατρόν φούστας",
    text: "Ράβετε το τουάλ του βασικού πατρόν φούστας σας, το διαβάζετε, το διορθώνετε και περνάτε τις αλλαγές στο χαρτί. Υπολογίστε ένα απόγευμα, και ζητήστε από κάποιον να καρφιτσώνει.",
    parts: [
      {
        heading: "Προετοιμασία",
        points: [
          "Γερό βαμβακερό, πλυμένο και ισιωμένο· γραμμή γοφών, ίσιο του υφάσματος, κέντρο πίσω και κέντρο μπροστά σχεδιασμένα ως τις άκρες.",
          "3 cm ύφασμα στο πλάι και στη μέση. Στη μέση γαζί σταθεροποίησης και κοψίματα.",
          "Φωτογραφίες από μπροστά, από το πλάι και από πίσω, πριν από κάθε αλλαγή, με τη μηχανή στο ύψος των γοφών.",
        ],
      },
      {
        heading: "Διάβασμα, ένα πράγμα κάθε φορά",
        lines: [
          "Γραμμή γοφών οριζόντια;",
          "Πλαϊνή ραφή κατακόρυφη;",
          "Τεντωμένες πτυχές: πού;",
          "Μαλακές πτυχές: πού;",
        ],
      },
      {
        heading: "Αλλαγές",
        lines: ["Πρώτη αλλαγή, εκατοστά", "Δεύτερη αλλαγή, εκατοστά", "Τρίτη αλλαγή, εκατοστά"],
      },
      {
        heading: "Στο χαρτί",
        points: [
          "Κάθε αλλαγή μετρημένη και γραμμένη δίπλα στη γραμμή της, σε ένα αντίγραφο του βασικού πατρόν.",
          "Πένσες διπλωμένες, μέση εξομαλυμένη· πλαϊνές ραφές ελεγμένες η μία πάνω στην άλλη και ίσες.",
        ],
        lines: ["Μέση του νέου βασικού πατρόν", "Γοφοί του νέου βασικού πατρόν"],
      },
      {
        heading: "Παράδοση",
        points: [
          "Τρεις φωτογραφίες του τουάλ και μία του αλλαγμένου πατρόν, καθεμία ως 2 MB. Το κεφάλι σας δεν χρειάζεται να φαίνεται.",
          "Στο σχόλιο: κάθε πτυχή που είδατε, τι σήμαινε, τι κάνατε.",
        ],
      },
    ],
  },
  fr: {
    title: "Mettez au point votre patron de base de jupe",
    text: "Vous cousez la toile de votre patron de base de jupe, vous la lisez, vous la retouchez et vous reportez les retouches sur le papier. Prévoyez un après-midi, et demandez à quelqu’un d’épingler.",
    parts: [
      {
        heading: "Préparer",
        points: [
          "Un coton ferme, lavé et remis d’équerre ; ligne de hanches, droit-fil, milieu dos et milieu devant tracés d’un bord à l’autre.",
          "3 cm de tissu au côté et à la taille. Piqûre de soutien à la taille, marge crantée.",
          "Photos de face, de côté et de dos, avant toute retouche, l’appareil à hauteur des hanches.",
        ],
      },
      {
        heading: "Lire, une chose à la fois",
        lines: [
          "Ligne de hanches horizontale ?",
          "Couture de côté d’aplomb ?",
          "Plis tendus : où ?",
          "Plis souples : où ?",
        ],
      },
      {
        heading: "Retoucher",
        lines: [
          "Première retouche, centimètres",
          "Deuxième retouche, centimètres",
          "Troisième retouche, centimètres",
        ],
      },
      {
        heading: "Sur le papier",
        points: [
          "Chaque retouche mesurée et écrite à côté de sa ligne, sur une copie du patron de base.",
          "Pinces pliées, taille rectifiée ; coutures de côté contrôlées l’une contre l’autre et égales.",
        ],
        lines: ["Taille du nouveau patron de base", "Hanches du nouveau patron de base"],
      },
      {
        heading: "Remettre le devoir",
        points: [
          "Trois photos de la toile et une du patron retouché, de 2 Mo au plus chacune. Votre tête n’a pas besoin d’être sur l’image.",
          "Dans le commentaire : chaque pli que vous avez vu, ce qu’il signifiait, ce que vous avez fait.",
        ],
      },
    ],
  },
};
