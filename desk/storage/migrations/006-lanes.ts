/**
 * Released: never change it. A server of the version before can go on beside it: it looks for due emails without the
 * dropped index, which takes a little longer.
 */
export const tables006 = () => [
  // Emails that wait already, and those of a server of the version before, go with the others.
  "alter table mails add column lane text not null default 'normal'",
  "drop index mails_to_send",
  `create index mails_by_lane on mails (lane, due_at, id)
      where sent_at is null and refused_at is null and dismissed_at is null`,
];
