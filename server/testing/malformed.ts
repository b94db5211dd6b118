import { randomFrom } from "./random.ts";

const words = (text: string) => text.split(" ");

const methods = words("GET GET GET GET HEAD HEAD POST OPTIONS TRACE DELETE");
const pieces = words(
  "/ / / // .. . %2e%2e %2E. %2f %5c \\ %00 % %zz %c0%ae %ff %0d%0a ? ? &a= # ; : @ * ~ | [ { " +
    "http:// evil.example secret.txt headers.json _headers assets app-1a2b3c.js checkout checkout " +
    "contacto index 404 healthz .html .html .br .gz .vite etc/passwd __proto__ constructor",
).concat("a".repeat(300), "a".repeat(9_000));
const names = words(
  "Accept-Encoding Accept-Encoding If-None-Match If-None-Match Host Range Expect Upgrade " +
    "If-Modified-Since Cookie X-Forwarded-Host Content-Type",
);
const values = words(
  'br gzip;q=0.5,*;q=0 br;q= ;;;,,, * W/"x" " "a","b" -1 0 1e9 identity bytes=0-1 bytes=- ' +
    "100-continue bananas websocket h2c evil.example/x ::1 [::1 localhost:99999",
).concat("", "a b", "x".repeat(5_000));

/** Requests that Node's parser should reject. */
const wild = {
  methods: words("get JUMP CONNECT PRI").concat("", "G\0T"),
  pieces: [" ", "\t", "\0", "\xff", "ñ", "\r", "a".repeat(70_000)],
  versions: ["HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP", ""],
  names: ["Content-Length", "Transfer-Encoding", "Connection", "", " X", "X\0", "é"],
  values: ["chunked", "chunked, chunked", "5", "\0", "\xff", "x".repeat(20_000)],
  ends: ["\r\n", "\r\n", "\r\n", "\n", "\r", ""],
  bodies: ["", "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "zz\r\n", "a=1", "GET / HTTP/1.1\r\n\r\n"],
};

/** `count` unusual requests. One in four may also be invalid HTTP. */
export function* malformedRequests(count: number, seed: number): Generator<Buffer> {
  const { below, one } = randomFrom(seed);
  const some = <T>(of: T[], most: number) => Array.from({ length: below(most + 1) }, () => one(of));
  for (let i = 0; i < count; i++) {
    const mayBeInvalid = below(4) === 0;
    const more = <T>(tame: T[], wilder: T[]) =>
      mayBeInvalid ? [...tame, ...wilder, ...wilder] : tame;
    const target = some(more(pieces, wild.pieces), 6).join("");
    const version = mayBeInvalid ? one(wild.versions) : "HTTP/1.1";
    const lines = [`${one(more(methods, wild.methods))} /${target} ${version}`, "Host: localhost"];
    for (const name of some(more(names, wild.names), 3)) {
      lines.push(`${name}: ${one(more(values, wild.values))}`);
    }
    lines.push("Connection: close");
    const end = mayBeInvalid ? one(wild.ends) : "\r\n";
    const body = mayBeInvalid ? one(wild.bodies) : "";
    yield Buffer.from(lines.join(end) + end + end + body, "latin1");
  }
}
