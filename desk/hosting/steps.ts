/**
 * The parts of a server that sells. Each step reports what is wrong and can repair it: `desk/hosting/server` repairs,
 * `desk/hosting/server --check` and `aurelia estado` only report.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { shopSettings } from "../../app/shop/settings-schema.ts";
import { sellerSettings } from "../shop/settings-schema.ts";
import { isPostgres } from "../storage/database.ts";
import { addressError, certificateError, health, mailError, sendTrial } from "./probes.ts";
import { openQuestions, summaryOf } from "./questions.ts";
import { domainOf, settingsErrors, withSetting } from "./settings-file.ts";
import { dataFolder, type System, settingsFile, settingsOf, succeeds } from "./system.ts";

/** The unit file. It is written only after the database was created, so it also marks that. */
const service = "/etc/systemd/system/aurelia.service";
const copiesService = "/etc/systemd/system/aurelia-copies.service";
/** Sorts before the owner's own drop-ins, so that those take precedence. */
const dropInOf = (unit: string) => `${unit}.d/10-hardening.conf`;

export interface Step {
  name: string;
  /** What is wrong, in sentences that say what to do. */
  problem: () => string | undefined | Promise<string | undefined>;
  repair?: () => unknown;
  /** The shop can open without it. */
  isOptional?: true;
}

/**
 * How long to wait, in ms: for the shop to start with its migrations, for its first backup, and for Caddy's
 * certificate.
 */
const startTimeout = 120_000;
const firstCopyTimeout = 15_000;
const certificateTimeout = 45_000;

/** @param askSettings asks for the settings that are missing */
export function stepsOf(system: System, askSettings: () => Promise<void>): Step[] {
  const { run, runShop, read, write, modified, shop } = system;
  const settings = () => settingsOf(system);
  const own = (name: string) => read(join(shop, "desk/docs/hosting", name));
  const certificateProblem = () => certificateError(domainOf(settings()));
  const hasNginx = () => succeeds(system, "systemctl", "is-active", "--quiet", "nginx");
  const stamp = join(shop, "desk/build/made-of");
  /** The output of a shell command, even of one that fails. */
  const output = (command: string) => run("sh", "-c", `${command} || true`);

  /** The files of docs/hosting that are copied. */
  const units = () => [
    { from: "aurelia.sh", to: "/usr/local/bin/aurelia", mode: 0o755 },
    { from: "aurelia.service", to: service },
    { from: "hardening.conf", to: dropInOf(service) },
    { from: "503.html", to: "/var/www/aurelia/503.html" },
    ...(settings().COPIES_TO
      ? [
          { from: "aurelia-copies.service", to: copiesService },
          { from: "hardening.conf", to: dropInOf(copiesService) },
          { from: "aurelia-copies.timer", to: "/etc/systemd/system/aurelia-copies.timer" },
        ]
      : []),
  ];
  const enabled = () => ["aurelia", ...(settings().COPIES_TO ? ["aurelia-copies.timer"] : [])];

  const packages = () => [
    ...["nano", "systemd-timesyncd", "ufw", "unattended-upgrades"],
    ...(hasNginx() ? [] : ["caddy"]),
    ...(settings().COPIES_TO ? ["openssh-client", "rsync"] : []),
    ...(isPostgres(settings().DATABASE_URL ?? "") ? ["postgresql-client"] : []),
  ];
  function missingPackages() {
    const format = `\${Package} \${db:Status-Status}\\n`;
    const known = output(`dpkg-query -W -f '${format}' ${packages().join(" ")} 2>&1`);
    return packages().filter((name) => !known.includes(`${name} installed\n`));
  }

  /** A hash of what the build is made of: the program, the settings that pages show, and the notice. */
  function source() {
    const { GUARANTEE_NOTICE = "", STRIPE_SECRET_KEY } = settings();
    const shown = Object.keys({ ...shopSettings, ...sellerSettings }).map(
      (name) => settings()[name],
    );
    const version = run("git", "-C", shop, "describe", "--always", "--dirty");
    const parts = [version, JSON.stringify([shown, !STRIPE_SECRET_KEY]), read(GUARANTEE_NOTICE)];
    return createHash("sha256").update(parts.join("\n")).digest("hex");
  }

  /** Ports that ssh listens on, so that the firewall does not lock the owner out. */
  function sshPorts(): string[] {
    const configured = output("sshd -T 2>/dev/null").matchAll(/^port (\d+)$/gm);
    const socket = output("systemctl show -P Listen ssh.socket 2>/dev/null");
    const current = process.env.SSH_CONNECTION?.split(" ")[3];
    const ports = [
      ...Array.from(configured, ([, port]) => port),
      ...Array.from(socket.matchAll(/:(\d+) /g), ([, port]) => port),
      current,
    ];
    return [...new Set(["22", ...ports.filter((port) => port !== undefined)])];
  }
  /** 443 also over UDP, for Caddy's HTTP/3. */
  const ports = () => [...sshPorts().map((port) => `${port}/tcp`), "80/tcp", "443"];

  async function restart() {
    run("systemctl", "daemon-reload");
    run("systemctl", "restart", "aurelia");
    await untilRunning(system);
  }

  return [
    {
      name: "Usuario y carpeta de la tienda",
      problem() {
        if (!succeeds(system, "id", "aurelia")) return "No existe el usuario de la tienda.";
        const rights = output(`stat -c '%U %a' ${dataFolder} 2>/dev/null`).trim();
        if (rights !== "aurelia 700")
          return `${dataFolder} no es una carpeta que solo la tienda pueda leer.`;
        // .git may contain the repository's password.
        if (run("stat", "-c", "%a", join(shop, ".git")).trim() !== "700")
          return `Otros usuarios pueden leer ${shop}/.git.`;
        return undefined;
      },
      repair() {
        if (!succeeds(system, "id", "aurelia"))
          run("useradd", "--system", "--create-home", "--shell", "/usr/sbin/nologin", "aurelia");
        run("install", "-d", "-o", "aurelia", "-g", "aurelia", "-m", "700", dataFolder);
        run("chmod", "700", join(shop, ".git"));
      },
    },
    {
      name: "Ajustes",
      problem() {
        if (!read(settingsFile)) return `No hay ningún archivo de ajustes en ${settingsFile}.`;
        if (run("stat", "-c", "%U %a", settingsFile).trim() !== "root 600")
          return `Otros usuarios pueden leer ${settingsFile}, que tiene contraseñas.`;
        if (settings().GUARANTEE_NOTICE?.startsWith(`${dataFolder}/`))
          return "El aviso de la garantía está donde la tienda puede cambiarlo.";
        const missing = openQuestions(settings()).filter(({ name }) => !settings()[name]?.trim());
        if (missing.length > 0) {
          const titles = missing.map(({ title }) => `«${title}»`);
          return `Faltan respuestas: ${titles.join(", ")}. Las pide /srv/aurelia/desk/hosting/server.`;
        }
        return settingsErrors(settings()).join("\n") || undefined;
      },
      repair: askSettings,
    },
    {
      name: "Programas de Debian",
      problem() {
        const missing = missingPackages();
        return missing.length > 0 ? `Faltan programas: ${missing.join(", ")}.` : undefined;
      },
      repair() {
        const options = ["-qq", "-o", "DPkg::Lock::Timeout=600"];
        const install = ["install", "-y", "--no-install-recommends", ...missingPackages()];
        run("dpkg", "--configure", "-a");
        if (succeeds(system, "apt-get", ...options, ...install)) return;
        run("apt-get", ...options, "update");
        run("apt-get", ...options, ...install);
      },
    },
    {
      name: "Páginas de la tienda",
      problem: () =>
        read(stamp) === source()
          ? undefined
          : "Las páginas no están hechas con esta versión y estos ajustes.",
      repair() {
        // The facts of an installed shop are in its database, so the summary would be outdated.
        if (modified(service) === 0) console.log(summaryOf(settings()));
        runShop("root", "npm", "run", "build");
        write(stamp, source());
      },
    },
    {
      name: "Base de datos",
      problem() {
        if (modified(service) === 0) return "La tienda todavía no tiene base de datos.";
        const { DATABASE_URL: file = "" } = settings();
        if (isPostgres(file) || modified(file) > 0) return undefined;
        return `Falta la base de datos ${file}. Si el disco está en su sitio, pon la última copia con «aurelia restaurar».`;
      },
      repair() {
        // A shop that has been installed must not begin again with an empty database.
        if (modified(service) > 0) return;
        runShop("aurelia", "npm", "run", "-s", "orders", "--", "new");
        write(service, own("aurelia.service"));
      },
    },
    {
      name: "Correo de los enlaces para entrar",
      problem: () =>
        settings().OWNER_EMAIL?.trim()
          ? undefined
          : "No está dicho a qué correo llegan los enlaces para entrar en el mostrador.",
      repair() {
        const address = runShop("aurelia", "npm", "run", "-s", "orders", "--", "email").trim();
        write(settingsFile, withSetting(read(settingsFile), "OWNER_EMAIL", address), 0o600);
        console.log(
          `Los enlaces para entrar en el mostrador llegan a ${address} (OWNER_EMAIL en ${settingsFile}).`,
        );
      },
    },
    {
      name: "Servicios",
      problem() {
        const outdated = units().filter(({ from, to }) => own(from) !== read(to));
        if (outdated.length > 0)
          return `Faltan o han cambiado: ${outdated.map(({ to }) => to).join(", ")}.`;
        const off = enabled().filter(
          (name) => !succeeds(system, "systemctl", "is-enabled", "--quiet", name),
        );
        return off.length > 0 ? `No arrancan con el servidor: ${off.join(", ")}.` : undefined;
      },
      repair() {
        for (const { from, to, mode } of units())
          if (own(from) !== read(to)) write(to, own(from), mode);
        run("systemctl", "daemon-reload");
        run("systemctl", "enable", ...enabled());
        const { COPIES_TO, BACKUP_FOLDER } = settings();
        if (!COPIES_TO) return;
        // From now on, /healthz reports two days without a copy there, also if none has arrived yet.
        if (BACKUP_FOLDER && modified(`${BACKUP_FOLDER}/carried`) === 0)
          runShop("aurelia", "sh", "-c", 'mkdir -p "$0" && touch "$0/carried"', BACKUP_FOLDER);
        run("systemctl", "start", "aurelia-copies.timer");
      },
    },
    {
      name: "Actualizaciones de Debian",
      problem: () =>
        /Unattended-Upgrade "1"/.test(read(updates.file))
          ? undefined
          : "Debian no se pone al día solo en lo que toca a la seguridad.",
      repair: () => write(updates.file, updates.text),
    },
    {
      name: "La tienda",
      async problem() {
        const active = run("sh", "-c", "systemctl show aurelia -P ActiveState").trim();
        if (active !== "active") return `La tienda no está en marcha.${lastLogLine(system)}`;
        const since = run(
          "systemctl",
          "show",
          "aurelia",
          "-P",
          "ActiveEnterTimestamp",
          "--timestamp=unix",
        );
        const changed = [settingsFile, stamp, service, dropInOf(service)].map(modified);
        if (Math.max(...changed) > Number(since.trim().slice(1)))
          return "La tienda sigue con los ajustes o la versión de antes.";
        const { works, problem } = await health();
        return works ? undefined : `${problem}${lastLogLine(system)}`;
      },
      repair: restart,
    },
    {
      name: "Avisos de la tienda",
      isOptional: true,
      problem: async () => (await health()).problem,
      // A shop that has just been opened makes its first copy.
      repair: () => until(async () => (await health()).problem, firstCopyTimeout),
    },
    {
      name: "Caddy",
      problem() {
        if (hasNginx()) return undefined;
        const file = read("/etc/caddy/Caddyfile");
        if (!isOurs(file, domainOf(settings()))) return "Caddy no conoce el dominio de la tienda.";
        if (succeeds(system, "systemctl", "is-active", "--quiet", "caddy")) return undefined;
        const [, other] =
          /users:\(\("([^"]+)/.exec(output("ss -ltnpH '( sport = :80 or sport = :443 )'")) ?? [];
        return other
          ? `Caddy no está en marcha: el puerto 80 o el 443 lo ocupa ${other}. Quítalo, por ejemplo con «apt-get remove ${other}».`
          : "Caddy no está en marcha. «journalctl -u caddy -n 20» dice por qué.";
      },
      repair() {
        const file = read("/etc/caddy/Caddyfile");
        if (!isOurs(file, domainOf(settings()))) {
          if (file) write("/etc/caddy/Caddyfile.before", file);
          write(
            "/etc/caddy/Caddyfile",
            own("Caddyfile")
              .replace("{$SITE_URL:aurelia.example}", domainOf(settings()))
              .replace(/{\$SHOP:(.*?)}/, "$1"),
          );
        }
        run("systemctl", "enable", "caddy");
        run("systemctl", "reload-or-restart", "caddy");
      },
    },
    {
      name: "Cortafuegos",
      isOptional: true,
      problem() {
        const status = output("ufw status 2>&1");
        if (!/^Status: active$/m.test(status))
          return "El cortafuegos está apagado: puede llegar cualquiera a cualquier puerto.";
        const closed = ports().filter((port) => !new RegExp(`^${port} +ALLOW`, "m").test(status));
        return closed.length > 0
          ? `El cortafuegos cierra puertos que hacen falta: ${closed.join(", ")}.`
          : undefined;
      },
      repair() {
        for (const port of ports()) run("ufw", "allow", port);
        run("ufw", "--force", "enable");
      },
    },
    {
      name: "Dominio",
      isOptional: true,
      problem: () => addressError(domainOf(settings())),
    },
    {
      name: "Candado",
      isOptional: true,
      problem: certificateProblem,
      async repair() {
        // Without the domain's address nobody issues a certificate.
        if (await addressError(domainOf(settings()))) return;
        const left = await until(certificateProblem, certificateTimeout);
        if (!left || hasNginx()) return;
        // While the domain led elsewhere, Caddy has retried less and less often. A restart makes it ask at once.
        run("systemctl", "restart", "caddy");
        await until(certificateProblem, certificateTimeout);
      },
    },
    {
      name: "Correo",
      isOptional: true,
      problem: () => mailError(system),
      repair: () => sendTrial(system),
    },
  ];
}

const updates = {
  file: "/etc/apt/apt.conf.d/20auto-upgrades",
  text: 'APT::Periodic::Update-Package-Lists "1";\nAPT::Periodic::Unattended-Upgrade "1";\n',
};

/** A Caddyfile of the owner's may do more, but has to serve the shop. */
const isOurs = (file: string, domain: string) =>
  file.split(/[\s,{/]+/).includes(domain) && file.includes("reverse_proxy 127.0.0.1:3000");

/** The shop's last log line, which tells why it did not start. */
export function lastLogLine({ run }: System): string {
  const line = run("journalctl", "_SYSTEMD_UNIT=aurelia.service", "-n", "1", "-o", "cat").trim();
  return line && !line.startsWith("--") ? ` Lo último que ha dicho: «${line}»` : "";
}

/** Waits until the shop can sell, or the same error has stopped it repeatedly. */
export async function untilRunning({ run }: System): Promise<void> {
  const hasFailed = () => Number(run("systemctl", "show", "aurelia", "-P", "NRestarts")) >= 2;
  await until(
    async () => ((await health()).works || hasFailed() ? undefined : "later"),
    startTimeout,
  );
}

/**
 * Waits until there is no problem any more, at most this long.
 * @returns the problem that is left
 */
async function until(
  problem: () => Promise<string | undefined>,
  timeout: number,
): Promise<string | undefined> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const left = await problem();
    if (!left || performance.now() >= deadline) return left;
    await wait(500);
  }
}
