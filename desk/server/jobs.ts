import { endPages, reconcilePages } from "../cards/payment-page.ts";
import { reconcileRefunds } from "../cards/refunds.ts";
import { nightlyBackup } from "../jobs/backup.ts";
import { cleanUpJobs } from "../jobs/clean-up.ts";
import type { Job } from "../jobs/job-runner.ts";
import { reportFailures } from "../jobs/report-failures.ts";
import {
  isMailServerDown,
  mailLanes,
  reportUndelivered,
  type Send,
  sendDue,
} from "../mail/outbox.ts";
import { hour, minute } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";

/** The jobs that a request may start. */
export const wokenJobs = (
  desk: Desk,
  connect: (connections: number) => Send,
  stop?: AbortSignal,
): Job[] => [
  ...mailLanes(connect).map<Job>(({ lane, workers, send }) => ({
    name: "mails",
    every: 5_000,
    workers,
    async work(progress) {
      const sendOne: Send = async (mail) => {
        await send(mail);
        progress();
      };
      await sendDue(desk, sendOne, lane, stop);
      return !isMailServerDown(desk);
    },
  })),
  { name: "payment pages", every: 5_000, work: () => endPages(desk) },
];

/** The jobs that nothing but the clock starts. */
export const timedJobs = (desk: Desk, ordersCommand: string | undefined): Job[] => [
  {
    name: "card payments",
    every: minute,
    work: () => reconcilePages(desk, desk.now() - hour),
  },
  { name: "card payments", every: hour, work: () => reconcilePages(desk) },
  { name: "card refunds", every: hour, work: () => reconcileRefunds(desk) },
  ...cleanUpJobs(desk),
  { name: "undelivered", every: minute, work: () => reportUndelivered(desk) },
  { name: "failures", every: minute, work: () => reportFailures(desk) },
  ...backups(desk, ordersCommand),
];

/** The nightly backup, if there is a folder for it. */
function backups(desk: Desk, command: string | undefined): Job[] {
  const { DATABASE_URL: url, BACKUP_FOLDER: folder } = desk.settings;
  if (url === ":memory:" || !command) return [];
  if (folder)
    return [{ name: "backup", every: minute, work: nightlyBackup(desk, url, folder, command) }];
  console.log("BACKUP_FOLDER no está puesto: la base de datos no se copia cada noche.");
  return [];
}
