import { beforeEach, describe, expect, test, vi } from "vitest";
import { hour, minute } from "../shop/time.ts";
import { type Job, jobRunner } from "./job-runner.ts";

const log: string[] = [];
beforeEach(() => void log.splice(0));
vi.spyOn(console, "error").mockImplementation((line) => void log.push(line));

const noon = Date.UTC(2026, 10, 22, 11);

/** A runner with clocks that the test moves. */
function runner() {
  let passed = 0;
  let wrongBy = 0;
  const jobs = jobRunner(
    () => noon + passed + wrongBy,
    () => passed,
  );
  return {
    ...jobs,
    pass: (time: number) => {
      passed += time;
    },
    /** Sets the server's clock, as NTP does. */
    jump: (time: number) => {
      wrongBy += time;
    },
    async run(job: ReturnType<typeof jobs.add>) {
      job.run();
      await job.idle();
    },
  };
}

const job = (work: Job["work"], changes: Partial<Job> = {}): Job => ({
  name: "erasure",
  every: minute,
  work,
  ...changes,
});

describe("a job", () => {
  test("fails when it has not succeeded for an hour, and no more after its next success", async () => {
    const { add, failing, pass, run } = runner();
    let fault: string | undefined;
    const erasure = add(
      job(async () => {
        if (fault) throw new Error(fault);
      }),
    );
    await run(erasure);
    fault = "disk I/O error";
    pass(hour);
    await run(erasure);
    expect(failing()).toEqual([]);
    pass(1);
    expect(failing()).toEqual([{ name: "erasure", since: noon, reason: "disk I/O error" }]);
    fault = undefined;
    await run(erasure);
    expect(failing()).toEqual([]);
  });

  test("that runs each hour fails after three of them", async () => {
    const { add, failing, pass } = runner();
    add(job(() => Promise.reject(new Error("no")), { name: "card refunds", every: hour }));
    pass(3 * hour);
    expect(failing()).toEqual([]);
    pass(1);
    expect(failing()).toEqual([{ name: "card refunds", since: noon, reason: "" }]);
  });

  test("that leaves something undone has not succeeded", async () => {
    const { add, failing, pass, run } = runner();
    const payments = add(job(async () => false, { name: "card payments" }));
    pass(hour + 1);
    await run(payments);
    expect(failing()).toEqual([{ name: "card payments", since: noon, reason: "" }]);
    expect(log).toEqual([]);
  });

  test("that never ends fails, unless it makes progress", async () => {
    const { add, failing, pass } = runner();
    let progress = () => {};
    const mails = job(
      (succeed) => {
        progress = succeed;
        return new Promise(() => {});
      },
      { name: "mails", workers: 2 },
    );
    add(mails).run();
    pass(hour + 1);
    expect(failing().map(({ name }) => name)).toEqual(["mails"]);
    progress();
    expect(failing()).toEqual([]);
  });

  test("neither fails nor recovers because the clock is set", async () => {
    const { add, failing, pass, jump } = runner();
    add(job(async () => {}));
    jump(24 * hour);
    expect(failing()).toEqual([]);
    pass(hour + 1);
    jump(-24 * hour);
    expect(failing()).toHaveLength(1);
  });

  test("stops no other, and two of one name are told once", async () => {
    const { add, failing, pass, run } = runner();
    const fails = () => Promise.reject(new Error("no"));
    const all = [
      add(job(fails, { name: "expiry" })),
      add(job(fails, { name: "expiry" })),
      add(job(async () => {}, { name: "erasure" })),
    ];
    pass(hour + 1);
    for (const one of all) await run(one);
    expect(failing().map(({ name }) => name)).toEqual(["expiry"]);
  });

  test("logs a repeated failure once, and again after a success", async () => {
    const { add, run } = runner();
    const faults = ["one", "one", "two", undefined, "two"];
    const erasure = add(
      job(async () => {
        const fault = faults.shift();
        if (fault) throw new Error(fault);
      }),
    );
    while (faults.length > 0) await run(erasure);
    expect(log).toEqual([
      "No se borran los datos personales que han cumplido su plazo: one",
      "No se borran los datos personales que han cumplido su plazo: two",
      "No se borran los datos personales que han cumplido su plazo: two",
    ]);
  });

  test("runs once more if it is called during a run, and stopping waits for it", async () => {
    const { add, stop } = runner();
    let runs = 0;
    const erasure = add(
      job(async () => {
        await null;
        runs++;
      }),
    );
    for (let call = 0; call < 5; call++) erasure.run();
    await stop();
    expect(runs).toBe(2);
  });
});

test("runs each job at the start, except those of each hour", async () => {
  vi.useFakeTimers();
  const { add, start, stop } = runner();
  const runs: string[] = [];
  for (const [name, every] of [["erasure", minute] as const, ["card refunds", hour] as const])
    add(job(async () => void runs.push(name), { name, every }));
  start();
  expect(runs).toEqual(["erasure"]);
  await vi.advanceTimersByTimeAsync(hour);
  expect(runs.filter((name) => name === "erasure")).toHaveLength(61);
  expect(runs.filter((name) => name === "card refunds")).toHaveLength(1);
  await stop();
  await vi.advanceTimersByTimeAsync(hour);
  expect(runs).toHaveLength(62);
  vi.useRealTimers();
});
