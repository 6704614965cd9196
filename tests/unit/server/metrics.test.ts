import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { Metrics } from "../../../src/server/http/metrics.ts";

test("methods and paths that clients make up share one label each", async () => {
  const metrics = new Metrics({
    dataDir: tmpdir(),
    uploadsDir: tmpdir(),
    waiting: () => 0,
    inBackground: () => 0,
    databaseAnswers: async () => true,
  });
  metrics.begin("GET", "/api/user/progress")(200);
  for (const name of ["BREW", "STITCH"]) metrics.begin(name, `/api/${name}`)(404);
  const lines = (await metrics.read()).split("\n");
  expect(lines.filter((line) => line.startsWith("learning_space_requests_total{"))).toEqual([
    'learning_space_requests_total{area="user",method="GET",status="2xx"} 1',
    'learning_space_requests_total{area="other",method="other",status="4xx"} 2',
  ]);
});
