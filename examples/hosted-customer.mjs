// A backend without any front end that signs people up and in: node examples/hosted-customer.mjs
// [demo.json] [port]
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [file = ".keystead/demo.json", port = "4000"] = process.argv.slice(2);
const { endpoint, tenancyId, apiKey } = JSON.parse(readFileSync(file, "utf8"));
const begun = new Map(); // by browser: what it was sent away with
const random = () => randomBytes(32).toString("base64url");

function sendAway(response, page) {
  const [browser, state, verifier] = [random(), random(), random()];
  begun.set(browser, { state, verifier });
  const query = new URLSearchParams({
    redirect_uri: `http://localhost:${port}/callback`,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  response
    .writeHead(302, {
      Location: `${endpoint}/auth/${tenancyId}/${page}?${query}`,
      "Set-Cookie": `begun=${browser}; Path=/; HttpOnly; SameSite=Lax`,
    })
    .end();
}

async function takeBack(request, answer) {
  const browser = /(?:^|; )begun=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1];
  const { state, verifier } = begun.get(browser) ?? {};
  if (state === undefined || answer.get("state") !== state)
    return { error: "this browser did not begin that" };
  begun.delete(browser);
  if (!answer.has("code")) return { error: answer.get("error") };
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const reply = await fetch(`${endpoint}/v2/${tenancyId}/principal/${answer.get("code")}`, {
    method: "POST",
    headers,
    body: JSON.stringify({ code_verifier: verifier }),
  });
  return reply.json(); // who it is: principal.sub, principal.user.email …; here your own session would begin
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, `http://localhost:${port}`);
  if (["/register", "/sign-in", "/code"].includes(pathname))
    return sendAway(response, pathname.slice(1));
  if (pathname === "/callback")
    return response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify(await takeBack(request, searchParams), null, 2));
  response
    .writeHead(200, { "Content-Type": "text/html" })
    .end('<a href="/register">Register</a> <a href="/sign-in">Sign in</a>');
}).listen(Number(port), "localhost", () => process.stdout.write(`http://localhost:${port}\n`));
