import { execFile, spawn } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { environmentOf, findFreePort } from "@/testing/server-process";
import { until } from "@/testing/until";

const run = promisify(execFile);

interface Certificate {
  file: string;
  keyFile: string;
  pem: string;
  /** SHA-256 of the public key, as Chromium's flags expect it. */
  keyHash: string;
}

/** Creates a self-signed certificate for localhost. */
export async function createCertificate(folder: string): Promise<Certificate> {
  const file = join(folder, "certificate.pem");
  const keyFile = join(folder, "key.pem");
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const output = ["-keyout", keyFile, "-out", file];
  await run("openssl", ["req", "-x509", ...key, "-days", "2", ...subject, ...output]);
  const pem = await readFile(file, "utf8");
  const publicKey = new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" });
  const keyHash = createHash("sha256").update(publicKey).digest("base64");
  await writeFile(join(folder, "both.pem"), pem + (await readFile(keyFile, "utf8")));
  return { file, keyFile, pem, keyHash };
}

interface Setting {
  folder: string;
  certificate: Certificate;
  /** Port of the proxy. */
  port: number;
  /** Another free port, for the redirect from http. */
  httpPort: number;
  /** Port of Keystead. */
  servicePort: number;
}

/** Replaces each text. Throws if the sample doesn't contain it. */
function replaceAll(sample: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the sample does not contain ${from}`);
    return text.replaceAll(from, to);
  }, sample);
}

interface Sample {
  name: string;
  file: string;
  program: string;
  args: (file: string) => string[];
  adapt: (sample: string, setting: Setting) => string;
}

const service = ({ servicePort }: Setting) =>
  ["127.0.0.1:3000", `127.0.0.1:${servicePort}`] as const;

export const samples: readonly Sample[] = [
  {
    name: "Caddy",
    file: "deploy/caddy/Caddyfile",
    program: "caddy",
    args: (file) => ["run", "--adapter", "caddyfile", "--config", file],
    adapt: (sample, setting) =>
      replaceAll(sample, [
        service(setting),
        ["\tservers {", "\tadmin off\n\tauto_https disable_redirects\n\tservers {"],
        [
          "\nid.example.com {",
          `\nhttps://localhost:${setting.port} {\n\tbind 127.0.0.1\n` +
            `\ttls ${setting.certificate.file} ${setting.certificate.keyFile}`,
        ],
      ]),
  },
  {
    name: "nginx",
    file: "deploy/nginx/keystead.conf",
    program: "nginx",
    args: (file) => ["-e", "stderr", "-c", file],
    adapt: (sample, setting) => {
      const { folder, certificate, port, httpPort } = setting;
      const server = replaceAll(sample, [
        service(setting),
        ["listen 443", `listen 127.0.0.1:${port}`],
        ["  listen [::]:443 ssl http2;\n", ""],
        ["listen 80", `listen 127.0.0.1:${httpPort}`],
        ["  listen [::]:80;\n", ""],
        ["id.example.com", "localhost"],
        ["/etc/ssl/keystead/fullchain.pem", certificate.file],
        ["/etc/ssl/keystead/key.pem", certificate.keyFile],
      ]);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const paths = temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ");
      const user = process.getuid?.() === 0 ? "user root;" : "";
      return (
        `daemon off; pid ${folder}/nginx.pid; ${user} error_log stderr warn;\n` +
        `events {}\nhttp { ${paths}\n${server}}\n`
      );
    },
  },
  {
    name: "HAProxy",
    file: "deploy/haproxy/haproxy.cfg",
    program: "haproxy",
    args: (file) => ["-db", "-f", file],
    adapt: (sample, setting) =>
      replaceAll(sample, [
        service(setting),
        ["bind :443", `bind 127.0.0.1:${setting.port}`],
        ["bind :80", `bind 127.0.0.1:${setting.httpPort}`],
        ["/etc/haproxy/keystead.pem", join(setting.folder, "both.pem")],
      ]),
  },
];

export interface RunningProxy {
  stop(): Promise<void>;
}

/** Starts the proxy with the sample, of which only ports, host and certificate are replaced. */
export async function startProxy(
  { name, file, program, args, adapt }: Sample,
  given: Omit<Setting, "httpPort">,
  isReady: () => Promise<boolean>,
): Promise<RunningProxy> {
  const { folder } = given;
  const setting = { ...given, httpPort: await findFreePort() };
  const adapted = join(folder, name);
  await writeFile(adapted, adapt(await readFile(resolve(file), "utf8"), setting));
  const child = spawn(program, args(adapted), {
    env: environmentOf({ HOME: folder, XDG_DATA_HOME: folder }) as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  let hasEnded = false;
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.once("exit", () => (hasEnded = true));
  child.once("error", (error) => ((hasEnded = true), (errors += error.message)));
  const stop = async () => {
    child.kill("SIGTERM");
    await until(`${name} has ended`, () => (hasEnded ? true : null));
  };
  try {
    await until(`${name} is ready`, async () => {
      if (hasEnded) throw new Error(`${name} ended: ${errors}`);
      return (await isReady()) ? true : null;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
