import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { line } from "./slow-link.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The arrival times of full segments over a new connection, in ms from now. */
function arrivals(carry: ReturnType<typeof line>, segments: number, setUp = 0): number[] {
  const [from, to] = [new PassThrough(), new PassThrough()];
  const times: number[] = [];
  const start = performance.now();
  to.on("data", () => times.push(performance.now() - start));
  void carry(from, to, setUp);
  from.end(Buffer.alloc(segments * 1460));
  return times;
}

// At 200 bytes per ms, sending a segment takes 7.3 ms. It arrives 75 ms later.
const firstFlight = [83, 90, 97, 105, 112, 119, 127, 134, 141, 148];

test("starts with ten segments, and sends two for each acknowledged one", async () => {
  const ten = arrivals(line(200), 10);
  const fourteen = arrivals(line(200), 14);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ten).toEqual(firstFlight);
  // The first segment is acknowledged after 7.3 + 150 ms, the second after 14.6 + 150 ms.
  expect(fourteen).toEqual([...firstFlight, 240, 247, 255, 262]);
});

test("a slow line is never idle", async () => {
  const times = arrivals(line(50), 99);
  await vi.advanceTimersByTimeAsync(3000);
  // 99 × 29.2 + 75
  expect(times.at(-1)).toBe(2966);
});

test("connections share the line, and opening one takes time", async () => {
  const shared = line(200);
  const [one, other] = [arrivals(shared, 10), arrivals(shared, 10)];
  const opened = arrivals(line(200), 1, 150);
  await vi.advanceTimersByTimeAsync(1000);
  expect([one.at(-1), other.at(-1)]).toEqual([148, 221]);
  expect(opened).toEqual([233]);
});
