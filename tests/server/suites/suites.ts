import type { OpenSchool } from "../support/test-school.ts";
import { activationSuite } from "./activation.ts";
import { activationGuessingSuite } from "./activation-guessing.ts";
import { activationLicenceSuite } from "./activation-licences.ts";
import { activationRegistrationSuite } from "./activation-registration.ts";
import { assignmentSuite } from "./assignments.ts";
import { contentSuite } from "./content.ts";
import { conventionSuite } from "./conventions.ts";
import { courseSuite } from "./courses.ts";
import { downloadSuite } from "./downloads.ts";
import { fileTicketSuite } from "./file-tickets.ts";
import { fileSuite } from "./files.ts";
import { guessingSuite } from "./guessing.ts";
import { hostileInputSuite } from "./hostile-input.ts";
import { licenceReadingSuite } from "./licence-reading.ts";
import { licenceSigningSuite } from "./licence-signing.ts";
import { localContentSuite } from "./local-content.ts";
import { localFileSuite } from "./local-files.ts";
import { measurementSuite } from "./measurements.ts";
import { messageSuite } from "./messages.ts";
import { naughtyTextSuite } from "./naughty-texts.ts";
import { noteSuite } from "./notes.ts";
import { passwordSuite } from "./passwords.ts";
import { policySuite } from "./policies.ts";
import { progressSuite } from "./progress.ts";
import { restartSuite } from "./restart.ts";
import { searchSuite } from "./search.ts";
import { signInSuite } from "./sign-in.ts";
import { studySuite } from "./study.ts";
import { todaySuite } from "./today.ts";
import { tutoringSuite } from "./tutoring.ts";
import { uploadSuite } from "./uploads.ts";
import { videoSuite } from "./video.ts";

/** All that a school promises, whatever database it stands on. */
export const suites: readonly ((open: OpenSchool) => void)[] = [
  signInSuite,
  guessingSuite,
  passwordSuite,
  contentSuite,
  courseSuite,
  fileSuite,
  localContentSuite,
  localFileSuite,
  fileTicketSuite,
  licenceReadingSuite,
  progressSuite,
  studySuite,
  todaySuite,
  assignmentSuite,
  tutoringSuite,
  uploadSuite,
  videoSuite,
  noteSuite,
  searchSuite,
  downloadSuite,
  activationSuite,
  activationRegistrationSuite,
  activationLicenceSuite,
  activationGuessingSuite,
  licenceSigningSuite,
  messageSuite,
  measurementSuite,
  policySuite,
  conventionSuite,
  restartSuite,
  hostileInputSuite,
  naughtyTextSuite,
];
