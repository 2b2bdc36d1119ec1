// A backend without a front end that registers users and signs them in on the hosted pages.
// Usage: node examples/hosted-customer.mjs [demo.json] [port]
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [file = ".keystead/demo.json", port = "4000"] = process.argv.slice(2);
const { endpoint, tenancyId, apiKey } = JSON.parse(readFileSync(file, "utf8"));
const flows = new Map(); // state and PKCE verifier, by browser
const random = () => randomBytes(32).toString("base64url");

function redirectToHostedPage(response, page) {
  const [browser, state, verifier] = [random(), random(), random()];
  flows.set(browser, { state, verifier });
  const query = new URLSearchParams({
    redirect_uri: `http://localhost:${port}/callback`,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  response
    .writeHead(302, {
      Location: `${endpoint}/auth/${tenancyId}/${page}?${query}`,
      "Set-Cookie": `flow=${browser}; Path=/; HttpOnly; SameSite=Lax`,
    })
    .end();
}

async function handleCallback(request, query) {
  const browser = /(?:^|; )flow=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1];
  const { state, verifier } = flows.get(browser) ?? {};
  if (state === undefined || query.get("state") !== state)
    return { error: "this browser did not start the flow" };
  flows.delete(browser);
  if (!query.has("code")) return { error: query.get("error") };
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const response = await fetch(`${endpoint}/v2/${tenancyId}/principal/${query.get("code")}`, {
    method: "POST",
    headers,
    body: JSON.stringify({ code_verifier: verifier }),
  });
  // The principal has sub, user.email and more. Create your own session here.
  return response.json();
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, `http://localhost:${port}`);
  if (["/register", "/sign-in", "/code"].includes(pathname))
    return redirectToHostedPage(response, pathname.slice(1));
  if (pathname === "/callback")
    return response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify(await handleCallback(request, searchParams), null, 2));
  response
    .writeHead(200, { "Content-Type": "text/html" })
    .end('<a href="/register">Register</a> <a href="/sign-in">Sign in</a>');
}).listen(Number(port), "localhost", () => process.stdout.write(`http://localhost:${port}\n`));
