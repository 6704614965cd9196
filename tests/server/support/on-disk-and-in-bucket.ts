import { afterAll, beforeAll, describe, inject } from "vitest";
import { S3Server } from "./s3-server.ts";
import { type OpenSchool, openSchool, openSchools } from "./test-school.ts";

/** Tests of schools whose files are on the disk, and of schools whose files are in a bucket. */
export const onDiskAndInBucket = (tests: (open: OpenSchool) => void): void => {
  describe("with files on the disk", () => tests(openSchool));
  // No database knows where the files are.
  if (inject("postgres")) return;
  describe("with files in a bucket", () => {
    let s3: S3Server;
    let count = 0;
    beforeAll(async () => {
      s3 = await S3Server.start();
    });
    tests(
      openSchools(async (school, options) => {
        await school.open({ ...options, bucket: s3.of(`school-${++count}/`) });
        await school.moveFiles("bucket");
      }),
    );
    afterAll(() => s3.stop());
  });
};
