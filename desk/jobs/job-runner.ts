import { type FailingJob, type JobName, jobTexts } from "../shop/job-texts.ts";
import { hour } from "../shop/time.ts";
import { reasonOf } from "../storage/reason.ts";

export interface Job {
  name: JobName;
  /** How often it runs, in ms. */
  every: number;
  /**
   * Throws or returns false if it has left something undone.
   * @param progress records a success before the end of the run, which may take hours
   */
  work: (progress: () => void) => Promise<unknown>;
  /** How many runs there may be at once. By default one. */
  workers?: number;
}

/** Whether a job has not succeeded for too long: three of its periods, and at least an hour. */
const isTooLong = (time: number, { every }: Job) => time > Math.max(hour, 3 * every);

/**
 * Runs jobs, and knows in memory when each has succeeded last.
 * @param elapsed a clock, in ms, that never jumps
 */
export function jobRunner(now: () => number, elapsed = () => performance.now()) {
  const jobs: ReturnType<typeof repeat>[] = [];
  const timers: NodeJS.Timeout[] = [];
  return {
    add(job: Job) {
      const added = repeat(job, elapsed);
      jobs.push(added);
      return added;
    },
    /** Runs the jobs from now on. Those of each hour wait for their first hour. */
    start(): void {
      for (const { job, run } of jobs) {
        timers.push(setInterval(run, job.every));
        if (job.every < hour) run();
      }
    },
    /** Each name once. */
    failing(): FailingJob[] {
      const failing = jobs
        .filter(({ job, state }) => isTooLong(elapsed() - state.succeededAt, job))
        .map(({ job, state }) => ({
          name: job.name,
          since: now() - Math.round(elapsed() - state.succeededAt),
          reason: state.reason,
        }));
      return [...new Map(failing.map((job) => [job.name, job])).values()];
    },
    /** Stops the timers and waits for the runs in progress. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(jobs.map(({ idle }) => idle()));
    },
  };
}

/** Runs a job again and again. A call during a run starts one more run. A repeated failure is logged once. */
function repeat(job: Job, elapsed: () => number) {
  const state = { succeededAt: elapsed(), reason: "" };
  function succeed() {
    state.succeededAt = elapsed();
    state.reason = "";
  }
  async function runOnce() {
    try {
      if ((await job.work(succeed)) === false) state.reason = "";
      else succeed();
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== state.reason) console.error(`${jobTexts[job.name].failure}: ${reason}`);
      state.reason = reason;
    }
  }
  const workers = Array.from({ length: job.workers ?? 1 }, () => oneByOne(runOnce));
  return {
    job,
    state,
    run() {
      for (const { run } of workers) run();
    },
    /** Waits for the runs in progress. */
    idle: () => Promise.all(workers.map(({ idle }) => idle())),
  };
}

function oneByOne(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let again = false;
  async function loop() {
    do {
      again = false;
      await work();
    } while (again);
    running = undefined;
  }
  return {
    run() {
      if (running) again = true;
      else running = loop();
    },
    idle: async () => running,
  };
}
