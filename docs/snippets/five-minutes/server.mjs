import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const { KEYSTEAD_URL, KEYSTEAD_TENANCY_ID, KEYSTEAD_API_KEY, PORT = "4000" } = process.env;
const names = new Map(); // session → name

async function exchange(code) {
  const address = `${KEYSTEAD_URL}/v2/${KEYSTEAD_TENANCY_ID}/principal/${encodeURIComponent(code)}`;
  const response = await fetch(address, {
    headers: { Authorization: `Bearer ${KEYSTEAD_API_KEY}` },
  });
  return response.ok ? response.json() : undefined;
}

async function openSession(request, response) {
  // Another site must not sign this browser in as another user.
  if (request.headers["sec-fetch-site"] !== "same-origin") return response.writeHead(403).end();
  const principal = await exchange(Buffer.concat(await request.toArray()).toString());
  if (principal === undefined) return response.writeHead(401).end();
  const session = randomBytes(32).toString("base64url");
  names.set(session, principal.user.email);
  response
    .writeHead(204, { "Set-Cookie": `session=${session}; HttpOnly; SameSite=Lax; Path=/` })
    .end();
}

async function showPage(request, response) {
  const session = /session=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1];
  const page = await readFile(new URL("page.html", import.meta.url), "utf8");
  const values = { ...process.env, WHO: names.get(session) ?? "nobody" };
  const escaped = (name) =>
    String(values[name]).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  response
    .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
    .end(page.replace(/\{\{(\w+)\}\}/g, (_all, name) => escaped(name)));
}

const server = createServer(
  (request, response) =>
    void (request.method === "POST" ? openSession : showPage)(request, response),
);
server.listen(PORT, () => console.log(`http://localhost:${server.address().port}`));
