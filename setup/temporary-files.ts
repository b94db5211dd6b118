import { existsSync, statfsSync } from "node:fs";

/** Linux's file system in memory. */
const memory = "/dev/shm";

/**
 * Puts the temporary files of tests into memory, if it has 4 GB for them. PostgreSQL creates a database
 * there in a tenth of the time.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 4e9) process.env.TMPDIR = memory;
}
