export { default, handleError } from "../app/entry.server.tsx";
