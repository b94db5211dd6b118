/** The commands of desk/hosting/server and of `aurelia` (docs/hosting/aurelia.sh). They run as root. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import type { Environment } from "../../app/shop/settings-schema.ts";
import { copies, copy, restore, runOrdersCommand, update } from "./commands.ts";
import { mailServerErrorAt } from "./probes.ts";
import { ask, questions, type Terminal, toSetting, unanswered } from "./questions.ts";
import {
  newSettings,
  readSettings,
  settingsErrors,
  withLinksToShop,
  withSetting,
} from "./settings-file.ts";
import { type Step, stepsOf } from "./steps.ts";
import {
  dataFolder,
  readAsShop,
  rootFolder,
  settingsFile,
  settingsOf,
  thisSystem,
} from "./system.ts";

const usage = `aurelia <orden>:

  estado               dice si todo está bien, y qué falta si no; no cambia nada
  ajustes              vuelve a hacer las preguntas, con las respuestas de ahora
  actualizar           pone la versión nueva, y vuelve a la de antes si no arranca
  copia [archivo]      copia los pedidos ahora
  restaurar [archivo]  vuelve a los pedidos de una copia
  entrar               escribe un enlace para entrar en el mostrador, si no te llegan los correos

Para quien te lleve la informática:

  ejecutar <comando…>  un comando en /srv/aurelia, como el usuario de la tienda y con sus ajustes

/srv/aurelia/desk/hosting/server repara lo que falte. Con --check solo lo dice; con --answers <archivo> no pregunta.`;

const shop = join(import.meta.dirname, "../..");
const system = thisSystem(shop);
const { read, write } = system;
const again = "Lo que has contestado queda guardado. Para seguir, repite la misma orden.";
/** The answers of `ajustes`, until all are given. */
const draft = `${settingsFile}.new`;

/** Resolves a path that the caller typed. desk/hosting/server has changed the directory since. */
const fromCaller = (file: string) => resolve(process.env.OLDPWD ?? "", file);

class Misuse extends Error {}

async function main(words: string[]): Promise<number> {
  const [command = "instalar", ...rest] = words[0]?.startsWith("--")
    ? ["instalar", ...words]
    : words;
  if (command === "ejecutar") return execute(rest);
  const { values, positionals } = options(rest);
  if (positionals.length > (command === "copia" || command === "restaurar" ? 1 : 0))
    throw new Misuse(`Sobra algo: ${positionals.join(" ")}.`);
  const [file] = positionals.map(fromCaller);
  if (values.help) return say(usage);
  switch (command) {
    case "ayuda":
      return say(usage);
    case "instalar":
      return values.check ? check() : install(values.answers);
    case "estado":
      return (await check()) + state();
    case "ajustes":
      await changeSettings();
      return repair(steps());
    case "actualizar":
      await update(system, prepare);
      return 0;
    case "copia":
      copy(system, file);
      return 0;
    case "restaurar":
      return restoreFrom(file);
    case "entrar":
      return say(runOrdersCommand(system, "enter"));
    // The two parts of an update, run by each version for itself.
    case "preparar":
      return repair(steps().slice(0, 4));
    case "arrancar":
      return repair(steps().filter(({ isOptional }) => !isOptional));
    default:
      throw new Misuse(`No existe la orden «${command}».`);
  }
}

function options(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        check: { type: "boolean" },
        answers: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch {
    throw new Misuse(`No existe la opción ${words.find((word) => word.startsWith("-"))}.`);
  }
}

function say(text: string): number {
  console.log(text);
  return 0;
}

const steps = () => stepsOf(system, () => askMissing());

async function install(answers?: string): Promise<number> {
  const settings =
    answers === undefined ? undefined : readSettings(readFileSync(fromCaller(answers), "utf8"));
  if (settings) checkAnswers(settings);
  const code = await repair(stepsOf(system, () => askMissing(settings)));
  const { SITE_URL } = settingsOf(system);
  if (code === 0)
    say(
      `\nTu tienda está abierta en ${SITE_URL}. Para entrar en el mostrador, abre en la próxima media hora:\n\n  ${runOrdersCommand(system, "enter")}`,
    );
  return code;
}

/** Repairs what is wrong, and shows how long each step took. */
async function repair(steps: Step[]): Promise<number> {
  const left: string[] = [];
  for (const { name, problem, repair, isOptional } of steps) {
    const begun = performance.now();
    let reason = await problem();
    if (reason && repair) {
      console.log(`… ${name}`);
      try {
        await repair();
        reason = await problem();
      } catch (error) {
        reason = (error as Error).message;
      }
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(1).replace(".", ",");
    console.log(reason ? `✗ ${name}: ${reason}` : `✓ ${name} (${seconds} s)`);
    if (reason && !isOptional) return 1;
    if (reason) left.push(reason);
  }
  if (left.length > 0)
    console.log(`\nLa tienda está en marcha, pero falta algo:\n\n${left.join("\n\n")}`);
  return left.length > 0 ? 1 : 0;
}

/** Prints what is wrong. Without valid settings the later steps can't be checked. */
async function check(): Promise<number> {
  let code = 0;
  for (const { name, problem } of steps()) {
    const reason = await Promise.resolve()
      .then(problem)
      .catch((error: Error) => error.message);
    console.log(reason ? `✗ ${name}: ${reason}` : `✓ ${name}`);
    if (reason) code = 1;
    if (reason && name === "Ajustes") break;
  }
  if (code) console.log("\n«/srv/aurelia/desk/hosting/server» repara lo que no depende de ti.");
  return code;
}

/** Prints the state of the shop besides its steps. */
function state(): number {
  const version = system.run("git", "-C", shop, "log", "-1", "--format=%cs (%h)").trim();
  const { bavail, bsize } = statfsSync("/");
  const newest = copies(system).at(-1);
  console.log(`\nVersión del ${version}`);
  console.log(`Disco libre: ${((bavail * bsize) / 1e9).toFixed(1).replace(".", ",")} GB`);
  console.log(`Última copia: ${newest ?? "ninguna"}`);
  if (existsSync("/run/reboot-required")) console.log("Debian pide reiniciar: escribe «reboot».");
  return 0;
}

/** Asks for what is missing. Each answer is written to the settings file at once. */
async function askMissing(answers?: Environment): Promise<void> {
  if (!read(settingsFile)) {
    const example = read(join(shop, "desk/docs/hosting/aurelia.env"));
    const names = questions.map(({ name }) => name);
    write(settingsFile, newSettings(example, names), 0o600);
  }
  system.run("chmod", "600", settingsFile);
  system.run("chown", "root:root", settingsFile);
  system.run("install", "-d", "-m", "755", rootFolder);
  const { GUARANTEE_NOTICE: notice = "" } = settingsOf(system);
  // Earlier versions stored the notice there.
  if (notice.startsWith(`${dataFolder}/`)) {
    const moved = join(rootFolder, basename(notice));
    system.run("sh", "-c", readAsShop, notice, moved);
    saveTo(settingsFile)("GUARANTEE_NOTICE", moved);
  }
  if (answers) {
    for (const [name, value = ""] of Object.entries(answers))
      if (!settingsOf(system)[name]?.trim())
        saveTo(settingsFile)(name, await toSetting(name, value, rootFolder));
    return;
  }
  await askIn(settingsFile, unanswered(settingsOf(system)));
}

/** @throws if the answers in a file are not complete and valid */
function checkAnswers(answers: Environment): void {
  const merged = { ...answers, ...settingsOf(system) };
  // The notice is copied or downloaded later.
  const errors = settingsErrors(merged).filter(
    (problem) => !(answers.GUARANTEE_NOTICE && problem.startsWith("GUARANTEE_NOTICE ")),
  );
  if (errors.length > 0) throw new Error(errors.join("\n"));
}

async function changeSettings(): Promise<void> {
  // Continue the draft of an interrupted run, unless the settings have changed since.
  if (system.modified(draft) <= system.modified(settingsFile))
    write(draft, read(settingsFile), 0o600);
  await askIn(
    draft,
    questions.filter(({ isInAdmin }) => !isInAdmin),
  );
  const before = read(settingsFile);
  const changed = withLinksToShop(before, read(draft));
  const { OWNER_EMAIL } = readSettings(changed);
  if (OWNER_EMAIL !== readSettings(before).OWNER_EMAIL)
    console.log(`Los enlaces para entrar en el mostrador llegan ahora a ${OWNER_EMAIL}.`);
  write(settingsFile, changed, 0o600);
  rmSync(draft);
}

const saveTo = (file: string) => (name: string, value: string) =>
  write(file, withSetting(read(file), name, value), 0o600);

async function askIn(file: string, asked: typeof questions): Promise<void> {
  const input = createInterface({ input: process.stdin, output: process.stdout });
  const ended = Promise.withResolvers<never>();
  input.once("close", () => {
    console.log();
    ended.reject(new Error(again));
  });
  const terminal: Terminal = {
    say: console.log,
    ask: (prompt) => Promise.race([input.question(prompt), ended.promise]),
    save: saveTo(file),
    folder: rootFolder,
    mailServerError: mailServerErrorAt,
  };
  if (asked.length > 0)
    say("Pulsa Intro después de cada respuesta. Ctrl+C lo deja para otro momento.");
  try {
    await ask(asked, readSettings(read(file)), terminal);
  } finally {
    ended.promise.catch(() => {});
    input.close();
  }
}

/** Runs the desk/hosting/server of this version of the shop. */
const prepare = (folder: string, word: string) =>
  spawnSync(join(folder, "desk/hosting/server"), [word], { stdio: "inherit" }).status === 0;

async function restoreFrom(file = copies(system).at(-1)): Promise<number> {
  if (!file) throw new Error("No hay ninguna copia en este servidor.");
  if (!existsSync(file)) throw new Error(`No existe el archivo ${file}.`);
  say(
    `Copias de este servidor:\n${copies(system)
      .map((name) => `  ${name}`)
      .join("\n")}\n`,
  );
  say(`Los pedidos vuelven a estar como en ${file}: lo de después se pierde.`);
  const input = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await input.question("Escribe «sí» para hacerlo > ");
  input.close();
  if (!/^s[ií]$/i.test(answer.trim())) return say("No se ha cambiado nada.");
  await restore(system, file);
  return 0;
}

function execute(words: string[]): number {
  if (words.length === 0) throw new Misuse("Falta el comando.");
  const { status } = spawnSync("runuser", ["-u", "aurelia", "--", ...words], {
    cwd: join(shop, "desk"),
    env: { ...process.env, ...settingsOf(system) },
    stdio: "inherit",
  });
  return status ?? 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  if (error instanceof Misuse) console.error(`\n${usage}`);
  process.exitCode = 1;
}
