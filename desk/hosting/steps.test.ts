import { execFileSync } from "node:child_process";
import { cpSync, existsSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../testing/desk.ts";
import { addressError, certificateError } from "./probes.ts";
import { stepsOf } from "./steps.ts";
import { type System, thisSystem } from "./system.ts";

vi.mock("./probes.ts", { spy: true });
const log = vi.spyOn(console, "log").mockImplementation(() => {});

const settings = `SITE_URL='https://brisa.es'
SHOP_EMAIL='hola@brisa.es'
SHOP_PHONE='+34 600 111 222'
SELLER_NAME='Brisa SL'
SELLER_TAX_ID='B58818501'
SELLER_ADDRESS='Calle Mayor 1, 28013 Madrid'
SELLER_REGISTER='Registro Mercantil de Madrid, tomo 2, folio 3, hoja M-4'
SELLER_IBAN='ES79 2100 0813 6101 2345 6789'
PRODUCT_PRICE='95'
PRODUCT_MAKER='Brisa SL, Calle Mayor 1, 28013 Madrid, hola@brisa.es'
PRODUCT_IDENTIFIER='EAN 8412345678905'
PRODUCT_WARNINGS='Inflamable. Solo para uso externo.'
PRODUCT_INGREDIENTS='Alcohol Denat., Parfum, Aqua, Limonene'
GUARANTEE_NOTICE='public/favicon.svg'
SMTP_URL='smtp://127.0.0.1:1'
OWNER_EMAIL='lucia@brisa.es'
DATABASE_URL='/var/lib/aurelia/orders.db'
`;

/** The outputs of the commands on a server without problems. */
const well: Record<string, string | Error> = {
  "id aurelia": "",
  "stat -c '%U %a' /var/lib/aurelia": "aurelia 700\n",
  "stat -c %a /srv/aurelia/.git": "700\n",
  "stat -c %U %a /etc/aurelia.env": "root 600\n",
  "systemctl is-active --quiet nginx": new Error("inactive"),
  "dpkg-query":
    "nano installed\nsystemd-timesyncd installed\nufw installed\nunattended-upgrades installed\ncaddy installed\n",
  "git -C /srv/aurelia describe": "abc1234\n",
  "systemctl is-enabled": "",
  "systemctl is-active --quiet caddy": "",
  "sshd -T": "port 22\n",
  "systemctl show -P Listen ssh.socket": "",
  "ufw status":
    "Status: active\n\n22/tcp   ALLOW  Anywhere\n80/tcp   ALLOW  Anywhere\n443   ALLOW  Anywhere\n",
};

/** A server without problems, except in these commands and files. */
async function server(changes: typeof well = {}, files: Record<string, string> = {}) {
  const root = temporaryFolder();
  const ran: string[] = [];
  const outputs = { ...well, ...changes };
  const real = thisSystem("/srv/aurelia", root);
  function run(...words: string[]) {
    const command = words.join(" ");
    ran.push(command);
    const [, answer = ""] =
      Object.entries(outputs).find(([start]) => command.includes(start)) ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  }
  const system: System = { ...real, run, runShop: (_user, ...words) => run(...words) };
  const documented = join(import.meta.dirname, "../docs/hosting");
  cpSync(documented, join(root, "srv/aurelia/desk/docs/hosting"), { recursive: true });
  system.write("/etc/aurelia.env", settings);
  system.write("/var/lib/aurelia/orders.db", "");
  system.write("/etc/caddy/Caddyfile", "brisa.es {\n\treverse_proxy 127.0.0.1:3000\n}\n");
  const steps = stepsOf(system, async () => {});
  const step = (name: string) => {
    const found = steps.find((step) => step.name === name);
    if (!found) throw new Error(`There is no step ${name}.`);
    return found;
  };
  for (const name of [
    "Páginas de la tienda",
    "Base de datos",
    "Servicios",
    "Actualizaciones de Debian",
  ])
    await step(name).repair?.();
  for (const [file, text] of Object.entries(files)) system.write(file, text);
  ran.length = 0;
  return { system, step, ran, root, problem: (name: string) => step(name).problem() };
}

/** The steps that need neither the network nor a running shop. */
const local = [
  "Usuario y carpeta de la tienda",
  "Ajustes",
  "Programas de Debian",
  "Páginas de la tienda",
  "Base de datos",
  "Servicios",
  "Actualizaciones de Debian",
  "Caddy",
  "Cortafuegos",
];

test.each(local)("%s: all is well", async (name) => {
  const { problem } = await server();
  expect(await problem(name)).toBeUndefined();
});

test.each<[string, typeof well, Record<string, string>, string]>([
  [
    "Usuario y carpeta de la tienda",
    { "stat -c '%U %a' /var/lib/aurelia": "aurelia 755\n" },
    {},
    "/var/lib/aurelia no es una carpeta que solo la tienda pueda leer.",
  ],
  [
    "Ajustes",
    { "stat -c %U %a /etc/aurelia.env": "root 644\n" },
    {},
    "Otros usuarios pueden leer /etc/aurelia.env, que tiene contraseñas.",
  ],
  [
    "Ajustes",
    {},
    { "/etc/aurelia.env": settings.replace(/^PRODUCT_PRICE.*\n/m, "") },
    "Faltan respuestas: «Precio de un frasco». Las pide /srv/aurelia/desk/hosting/server.",
  ],
  [
    "Ajustes",
    {},
    { "/etc/aurelia.env": settings.replace("+34 600 111 222", "600") },
    expect.stringMatching(/^SHOP_PHONE debe ser un teléfono .*; es «600»\.$/),
  ],
  [
    "Programas de Debian",
    { "dpkg-query": "ufw installed\ncaddy config-files\n" },
    {},
    "Faltan programas: nano, systemd-timesyncd, unattended-upgrades, caddy.",
  ],
  [
    "Páginas de la tienda",
    {},
    { "/etc/aurelia.env": settings.replace("600 111 222", "600 111 223") },
    "Las páginas no están hechas con esta versión y estos ajustes.",
  ],
  [
    "Servicios",
    {},
    { "/etc/systemd/system/aurelia.service": "[Unit]\n" },
    "Faltan o han cambiado: /etc/systemd/system/aurelia.service.",
  ],
  [
    "Servicios",
    {},
    { "/etc/systemd/system/aurelia.service.d/10-hardening.conf": "[Service]\n" },
    "Faltan o han cambiado: /etc/systemd/system/aurelia.service.d/10-hardening.conf.",
  ],
  [
    "Servicios",
    { "systemctl is-enabled": new Error("disabled") },
    {},
    "No arrancan con el servidor: aurelia.",
  ],
  [
    "Caddy",
    {},
    { "/etc/caddy/Caddyfile": ":80 {\n}\n" },
    "Caddy no conoce el dominio de la tienda.",
  ],
  [
    "Caddy",
    {},
    { "/etc/caddy/Caddyfile": "www.brisa.es {\n\treverse_proxy 127.0.0.1:3000\n}\n" },
    "Caddy no conoce el dominio de la tienda.",
  ],
  [
    "Caddy",
    {
      "systemctl is-active --quiet caddy": new Error("failed"),
      "ss -ltnpH": 'LISTEN 0 511 *:80 *:* users:(("apache2",pid=812,fd=4))\n',
    },
    {},
    "Caddy no está en marcha: el puerto 80 o el 443 lo ocupa apache2. Quítalo, por ejemplo con «apt-get remove apache2».",
  ],
  [
    "Cortafuegos",
    { "ufw status": "Status: inactive\n" },
    {},
    "El cortafuegos está apagado: puede llegar cualquiera a cualquier puerto.",
  ],
  [
    "Cortafuegos",
    { "sshd -T": "port 2222\n" },
    {},
    "El cortafuegos cierra puertos que hacen falta: 2222/tcp.",
  ],
])("%s reports what is wrong", async (name, commands, files, sentence) => {
  const { problem, ran } = await server(commands, files);
  expect(await problem(name)).toEqual(sentence);
  const changes = /^(apt-get|useradd|install|chmod|ufw (allow|--force)|systemctl (re|en))/;
  expect(ran.filter((command) => changes.test(command))).toEqual([]);
});

test("the firewall lets ssh in, on whatever port, before it is switched on", async () => {
  const { step, ran } = await server({
    "sshd -T": "port 2222\n",
    "ufw status": "Status: inactive\n",
  });
  await step("Cortafuegos").repair?.();
  expect(ran.filter((command) => command.startsWith("ufw"))).toEqual([
    "ufw allow 22/tcp",
    "ufw allow 2222/tcp",
    "ufw allow 80/tcp",
    "ufw allow 443",
    "ufw --force enable",
  ]);
});

test("a lost database is not replaced by an empty one", async () => {
  const { step, system, ran, root } = await server();
  utimesSync(join(root, "var/lib/aurelia/orders.db"), 0, 0);
  const database = step("Base de datos");
  expect(await database.problem()).toContain("pon la última copia con «aurelia restaurar»");
  await database.repair?.();
  expect(ran.filter((command) => command.includes("orders"))).toEqual([]);
  expect(system.read("/etc/systemd/system/aurelia.service")).toContain("ExecStart");
});

test("the database of a new shop is created, also after an interruption", async () => {
  const { step, ran, root } = await server();
  rmSync(join(root, "etc/systemd/system/aurelia.service"));
  const database = step("Base de datos");
  expect(await database.problem()).toBe("La tienda todavía no tiene base de datos.");
  await database.repair?.();
  expect(ran).toContain("npm run -s orders -- new");
  expect(await database.problem()).toBeUndefined();
});

test("the days without a copy elsewhere count from the start of its service", async () => {
  const copied = `${settings}BACKUP_FOLDER='/var/lib/aurelia/backups'\nCOPIES_TO='copias@otra.es:aurelia/'\n`;
  const { step, system, ran } = await server({}, { "/etc/aurelia.env": copied });
  const touched = () => ran.filter((command) => command.includes("touch"));
  await step("Servicios").repair?.();
  expect(touched()).toEqual(['sh -c mkdir -p "$0" && touch "$0/carried" /var/lib/aurelia/backups']);
  system.write("/var/lib/aurelia/backups/carried", "");
  await step("Servicios").repair?.();
  expect(touched()).toHaveLength(1);
});

const analyze = "/usr/bin/systemd-analyze";

test.runIf(existsSync(analyze))(
  "both services are exposed to less than systemd's 1.5 of 10",
  async () => {
    const copied = `${settings}COPIES_TO='copias@otra.es:aurelia/'\n`;
    const { step, root } = await server({}, { "/etc/aurelia.env": copied });
    await step("Servicios").repair?.();
    for (const unit of ["aurelia.service", "aurelia-copies.service"]) {
      const file = join(root, "etc/systemd/system", unit);
      execFileSync(analyze, ["security", "--offline=yes", "--threshold=14", file]);
    }
  },
);

test("Caddy serves the domain, and its old file is kept", async () => {
  const { step, system, problem } = await server({}, { "/etc/caddy/Caddyfile": ":80 {\n}\n" });
  await step("Caddy").repair?.();
  expect(await problem("Caddy")).toBeUndefined();
  expect(system.read("/etc/caddy/Caddyfile")).toMatch(/^brisa\.es \{$/m);
  expect(system.read("/etc/caddy/Caddyfile.before")).toBe(":80 {\n}\n");
});

test("Caddy is restarted if it has not asked for a certificate since the domain leads here", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { step, ran } = await server();
  vi.mocked(addressError).mockResolvedValue(undefined);
  vi.mocked(certificateError).mockImplementation(async () => {
    vi.advanceTimersByTime(60_000);
    return ran.includes("systemctl restart caddy") ? undefined : "Todavía no hay certificado.";
  });
  onTestFinished(() => void vi.resetAllMocks());
  await step("Candado").repair?.();
  expect(ran).toContain("systemctl restart caddy");

  ran.length = 0;
  vi.mocked(addressError).mockResolvedValue("El dominio lleva a otro servidor.");
  await step("Candado").repair?.();
  vi.mocked(addressError).mockResolvedValue(undefined);
  vi.mocked(certificateError).mockResolvedValue(undefined);
  await step("Candado").repair?.();
  expect(ran).not.toContain("systemctl restart caddy");
});

const records = (v4: string[], v6: string[] = []) => ({
  resolve4: async () => v4,
  resolve6: async () => v6,
});
const own = ["198.51.100.7", "2001:db8::7"];
const record =
  "Donde alquilaste el dominio, escribe este registro: tipo A, nombre brisa.es, valor 198.51.100.7. Puede tardar unas horas.";

test.each([
  [["198.51.100.7"], ["2001:db8::7"], undefined],
  [["198.51.100.7"], ["2001:DB8:0:0::0007"], undefined],
  [[], [], `El dominio brisa.es no lleva todavía a ningún servidor. ${record}`],
  [
    [],
    ["2001:db8::7"],
    `El dominio brisa.es lleva a este servidor solo por IPv6, y muchos compradores no lo tienen. ${record}`,
  ],
  [
    [],
    ["2001:db8::1"],
    `El dominio brisa.es lleva a 2001:db8::1, que no es este servidor. ${record}`,
  ],
  [["192.0.2.1"], [], `El dominio brisa.es lleva a 192.0.2.1, que no es este servidor. ${record}`],
  [
    ["198.51.100.7"],
    ["2001:db8::1"],
    "El dominio brisa.es tiene un registro AAAA que lleva a 2001:db8::1, que no es este servidor: bórralo donde alquilaste el dominio.",
  ],
])("the records %j and %j", async (v4, v6, problem) => {
  expect(await addressError("brisa.es", own, records(v4, v6) as never)).toBe(problem);
});

test("a server without an IPv4 address needs no record for one", async () => {
  const found = records([], ["2001:db8::7"]) as never;
  expect(await addressError("brisa.es", ["2001:db8::7"], found)).toBeUndefined();
});

test("behind a provider's network, any address is accepted", async () => {
  expect(await addressError("brisa.es", [], records(["192.0.2.1"]) as never)).toBeUndefined();
  expect(await addressError("brisa.es", [], records([]) as never)).toContain(
    "valor la dirección IP que te dio el proveedor del servidor",
  );
});

test("summarizes the settings before it builds, without passwords", async () => {
  const url = "postgres://tienda:secreta@db.brisa.es/pedidos";
  const { step, ran, root } = await server(
    {},
    {
      "/etc/aurelia.env": settings
        .replace("smtp://127.0.0.1:1", "smtps://hola%40brisa.es:clave@smtp.brisa.es:465")
        .replace("/var/lib/aurelia/orders.db", url),
    },
  );
  log.mockClear();
  await step("Páginas de la tienda").repair?.();
  // An installed shop.
  expect(log).not.toHaveBeenCalled();
  rmSync(join(root, "etc/systemd/system/aurelia.service"));
  ran.length = 0;
  log.mockImplementationOnce(() => expect(ran).not.toContain("npm run build"));
  await step("Páginas de la tienda").repair?.();
  expect(ran).toContain("npm run build");
  const text = log.mock.calls.join("\n");
  for (const part of [
    "Dominio de la tienda: brisa.es\n",
    "Quién vende: Brisa SL\n",
    "IBAN de la cuenta: ES79 2100 0813 6101 2345 6789\n",
    "Servidor de correo: smtp.brisa.es:465\n",
    "Base de datos: ",
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/clave|secreta/);
});
