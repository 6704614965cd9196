import { useEffect, useMemo } from "react";
import { useApp } from "../../app-context/use-app.ts";
import type { Id } from "../../contract/wire.ts";
import { createJob as create, hasEnded as ended, type Job as FollowedJob } from "./job.ts";
import { JobFile as File, JobProgress as Progress } from "./job-progress.tsx";

export type Job = FollowedJob;
export const createJob = create;
export const hasEnded = ended;
export const JobProgress = Progress;
export const JobFile = File;

/** A job of the school, followed while the component is shown; null for no job. */
export const useJob = <Given extends Id | null>(id: Given) => {
  const { send, base } = useApp().transport;
  const job = useMemo(() => (id === null ? null : create({ send, base, id })), [send, base, id]);
  useEffect(() => job?.follow(), [job]);
  return job as Given extends null ? null : Job;
};
