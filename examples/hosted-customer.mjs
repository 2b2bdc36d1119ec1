// A backend without a front end that registers users and signs them in on the hosted pages.
// Usage: node --env-file=.keystead/demo.env examples/hosted-customer.mjs
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";

const { KEYSTEAD_URL, KEYSTEAD_TENANCY_ID, KEYSTEAD_API_KEY, PORT = "4000" } = process.env;
const site = `http://localhost:${PORT}`;
const flows = new Map(); // state and PKCE verifier, by browser
const random = () => randomBytes(32).toString("base64url");

function redirectToHostedPage(response, page) {
  const [browser, state, verifier] = [random(), random(), random()];
  flows.set(browser, { state, verifier });
  const query = new URLSearchParams({
    redirect_uri: `${site}/callback`,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  response
    .writeHead(302, {
      Location: `${KEYSTEAD_URL}/auth/${KEYSTEAD_TENANCY_ID}/${page}?${query}`,
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
  // A visitor can send any text as the code. Encoded, it can't change the path.
  const code = encodeURIComponent(query.get("code"));
  const response = await fetch(`${KEYSTEAD_URL}/v2/${KEYSTEAD_TENANCY_ID}/principal/${code}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${KEYSTEAD_API_KEY}`, "Content-Type": "application/json" },
    body: JSON.stringify({ code_verifier: verifier }),
  });
  const principal = await response.json();
  if (!response.ok) {
    console.error(principal); // { _tag: "@error/InvalidCode", message: … }
    return { error: "Sign in again." };
  }
  // The principal has sub, user.email and more. Create your own session here.
  return principal;
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, site);
  if (["/register", "/sign-in", "/code"].includes(pathname))
    return redirectToHostedPage(response, pathname.slice(1));
  if (pathname === "/callback") {
    const result = await handleCallback(request, searchParams);
    return response
      .writeHead(result.error === undefined ? 200 : 400, { "Content-Type": "application/json" })
      .end(JSON.stringify(result, null, 2));
  }
  response
    .writeHead(200, { "Content-Type": "text/html" })
    .end('<a href="/register">Register</a> <a href="/sign-in">Sign in</a>');
}).listen(Number(PORT), "localhost", () => process.stdout.write(`${site}\n`));
