import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";

/**
 * Returns a function that stops the server: it accepts no new connection, finishes every response
 * and closes idle connections. Node's `server.close()` treats a connection as idle once its
 * response is buffered, and would cut off slow clients.
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
