import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** How long, in ms, an idle connection stays open, because its client may be about to send a request. */
const grace = 250;

/**
 * Returns a function that stops the server: it accepts no new connection, answers every request and then closes the
 * connections. Node's `server.close()` treats a connection as idle once its response is buffered, and would cut off
 * slow clients.
 */
export function stoppable(server: Server): (whenStopped: () => void) => void {
  const answers = new Set<ServerResponse>();
  let stopping = false;
  let lastUse = 0;
  server.prependListener("request", (_request, answer: ServerResponse) => {
    answer.shouldKeepAlive = !stopping && answer.shouldKeepAlive;
    answers.add(answer);
    answer.once("close", () => {
      answers.delete(answer);
      lastUse = performance.now();
    });
  });

  return async (whenStopped) => {
    stopping = true;
    for (const answer of answers) answer.shouldKeepAlive = false;
    const serveThem = await holdConnections(server);
    NetServer.prototype.close.call(server, whenStopped);
    lastUse = performance.now();
    serveThem();
    setInterval(async () => {
      // After a turn of the event loop, requests that have arrived are among `answers`.
      await nextTurn();
      const isIdle = answers.size === 0 && performance.now() - lastUse > grace;
      if (isIdle) server.closeIdleConnections();
    }, 50);
  };
}

/** After this many turns of the event loop without a new connection, each of 1 ms or more, none is waiting. */
const quietTurns = 20;
/** The longest time, in ms, to hold connections. */
const longestHold = 3_000;

/**
 * Accepts connections without serving them, until no more arrive. The kernel resets those not yet accepted when
 * the server stops listening, and Node accepts one in each turn of the event loop. Clients that were served meanwhile
 * would open more.
 * @returns a function that serves them
 */
async function holdConnections(server: Server): Promise<() => void> {
  const held: Socket[] = [];
  let turns = 0;
  const [serve] = server.listeners("connection") as [(socket: Socket) => void];
  const hold = (socket: Socket) => {
    held.push(socket);
    turns = 0;
  };
  server.off("connection", serve).on("connection", hold);
  const end = performance.now() + longestHold;
  while (turns < quietTurns && performance.now() < end) {
    turns++;
    await wait(1);
    await nextTurn();
  }
  return () => {
    server.off("connection", hold).on("connection", serve);
    for (const socket of held) server.emit("connection", socket);
  };
}
