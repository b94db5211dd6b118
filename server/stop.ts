import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";

/**
 * Returns the function that stops the server: it takes no new connection, sends every answer to its
 * end and closes what is idle. Node's own `server.close()` takes a connection for idle as soon as
 * its answer was handed over, and cuts it off while most of that waits for a slow client.
 */
export function stoppable(server: Server): (whenStopped: () => void) => void {
  const answers = new Set<ServerResponse>();
  let stopping = false;
  server.prependListener("request", (_request, answer: ServerResponse) => {
    answer.shouldKeepAlive = !stopping && answer.shouldKeepAlive;
    answers.add(answer);
    answer.once("close", () => answers.delete(answer));
  });

  return (whenStopped) => {
    stopping = true;
    NetServer.prototype.close.call(server, whenStopped);
    setInterval(() => answers.size === 0 && server.closeIdleConnections(), 50);
  };
}
