import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startServer } from "@/bench/pinned-process";
import type { Person } from "@/bench/population";
import type { Target } from "./target";

function installPeer(folder: string): void {
  if (existsSync(join(folder, "node_modules/better-auth"))) return;
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("the peer's packages could not be installed");
}

const toCookieHeader = (cookies: string[]) =>
  cookies.map((cookie) => cookie.split(";")[0]).join("; ");

/**
 * better-auth's passkey and email OTP endpoints on node:http. Its counterpart of a code exchange is
 * the session lookup.
 */
export async function startPeer(
  root: string,
  port: number,
  options: { databaseUrl: string; origin: string; people: Person[]; folder: string },
): Promise<Target> {
  const { databaseUrl, origin, people } = options;
  const cwd = join(root, "bench/peers");
  installPeer(cwd);
  const file = join(options.folder, "people.json");
  await writeFile(
    file,
    JSON.stringify(
      people.map(({ id, email, credentialId, publicKey }) => ({
        id,
        email,
        credentialId,
        publicKey: publicKey.toString("base64"),
      })),
    ),
  );
  const server = await startServer({
    args: ["better-auth.mjs"],
    cwd,
    readyUrl: `http://127.0.0.1:${port}/api/auth/ok`,
    env: { PORT: String(port), DATABASE_URL: databaseUrl, ORIGIN: origin, PEOPLE: file },
  });
  return {
    name: "better-auth",
    port,
    async options(send) {
      const { body, cookies } = await send({
        method: "GET",
        path: "/api/auth/passkey/generate-authenticate-options",
        headers: { origin },
      });
      return { challenge: String(body["challenge"]), proof: toCookieHeader(cookies) };
    },
    async verification(send, _person, { proof }, response) {
      const { cookies } = await send({
        method: "POST",
        path: "/api/auth/passkey/verify-authentication",
        headers: { origin, cookie: proof },
        body: { response },
      });
      return toCookieHeader(cookies);
    },
    exchange: (send, cookie) =>
      send({ method: "GET", path: "/api/auth/get-session", headers: { origin, cookie } }),
    async sendCode(send, { email }) {
      await send({
        method: "POST",
        path: "/api/auth/email-otp/send-verification-otp",
        headers: { origin },
        body: { email, type: "sign-in" },
      });
      return undefined;
    },
    async collectCodes(send, addressees) {
      // Only the latest code of each mailbox is valid.
      const { body } = await send({ method: "GET", path: "/bench/codes" });
      return addressees.map(({ email }) => ({ code: String(body[email]), proof: { email } }));
    },
    checkCode: (send, { code, proof }) =>
      send({
        method: "POST",
        path: "/api/auth/email-otp/check-verification-otp",
        headers: { origin },
        body: { ...proof, type: "sign-in", otp: code },
      }),
    tidy: (send) => send({ method: "POST", path: "/bench/tidy" }),
    ...server,
  };
}
