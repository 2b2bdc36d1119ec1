import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const { KEYSTEAD_URL, KEYSTEAD_TENANCY_ID, KEYSTEAD_API_KEY, PORT = "4000" } = process.env;
const names = new Map(); // session → name

const sessionOf = (request) => /session=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1];

async function exchange(code) {
  const address = `${KEYSTEAD_URL}/v2/${KEYSTEAD_TENANCY_ID}/principal/${encodeURIComponent(code)}`;
  const response = await fetch(address, {
    headers: { Authorization: `Bearer ${KEYSTEAD_API_KEY}` },
  });
  if (response.ok) return response.json();
  console.error(await response.text()); // for example: a wrong API key, or a used code
}

async function openSession(request, response) {
  // Another site must not sign this browser in as another user.
  if (request.headers["sec-fetch-site"] !== "same-origin") return response.writeHead(403).end();
  const principal = await exchange(Buffer.concat(await request.toArray()).toString());
  const isInQuarantine = principal?.passkey.availableAt !== undefined;
  if (isInQuarantine) console.error("a passkey in quarantine can't sign in yet");
  if (principal === undefined || isInQuarantine) return response.writeHead(401).end();
  const session = randomBytes(32).toString("base64url");
  names.set(session, principal.user.email);
  response
    .writeHead(204, { "Set-Cookie": `session=${session}; HttpOnly; SameSite=Lax; Path=/` })
    .end();
}

function closeSession(request, response) {
  names.delete(sessionOf(request));
  response.writeHead(204, { "Set-Cookie": "session=; Max-Age=0; Path=/" }).end();
}

async function showPage(request, response) {
  const page = await readFile(new URL("page.html", import.meta.url), "utf8");
  const values = { ...process.env, WHO: names.get(sessionOf(request)) ?? "nobody" };
  const escaped = (name) =>
    String(values[name]).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  response
    .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
    .end(page.replace(/\{\{(\w+)\}\}/g, (_all, name) => escaped(name)));
}

const handlers = { GET: showPage, POST: openSession, DELETE: closeSession };
const server = createServer(async (request, response) => {
  try {
    await (handlers[request.method] ?? showPage)(request, response);
  } catch (error) {
    console.error(error); // for example: Keystead does not run at KEYSTEAD_URL
    response.writeHead(500).end();
  }
});
server.listen(PORT, () => console.log(`http://localhost:${server.address().port}`));
