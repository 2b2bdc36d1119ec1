const config = ["lib/config", "lib/limits"];
const errors = "lib/errors";
const contract = "lib/contract/";
const platform = "lib/platform/";
const domain = "lib/domain/";
const service = "lib/service/";
const http = "lib/http/";
const components = "components/";
const generated = "prisma/generated/";

const web = /^(next|react|react-dom)(\/|$)/;

/**
 * The walls of ARCHITECTURE.md. A file lives in the first room whose `at` its path begins with. A
 * room may import its own files, what `may` lists (a folder ends in a slash), and as types what
 * `types` lists; of packages it may import `packages.only`, or all but `packages.never`. `learn`
 * completes `"x" stays outside this room:`.
 */
export const rooms = [
  {
    at: contract,
    may: [],
    packages: { only: /^zod(-openapi)?(\/|$)/ },
    learn:
      "the contract is plain zod schemas that browsers and other programs could load; put rules into lib/domain and wiring into lib/http.",
  },
  {
    at: `${errors}.`,
    may: [],
    packages: { only: /^zod(\/|$)/ },
    learn:
      "every room imports lib/errors.ts, so it imports none of ours; hand it what it needs as an argument.",
  },
  {
    at: "lib/config.",
    may: [errors],
    packages: { only: /^(zod|node:(fs|path|crypto))(\/|$)/ },
    learn:
      "every room imports lib/config.ts, so it imports only lib/errors.ts, zod and node:fs, path and crypto; put what uses a setting into the room that uses it.",
  },
  {
    at: "lib/limits.",
    may: [],
    packages: { only: /^$/ },
    learn: "every room imports lib/limits.ts, so it imports nothing.",
  },
  {
    at: platform,
    may: [...config, errors, generated],
    packages: { never: web },
    learn:
      "an adapter knows its npm package, config and errors, never the rules that use it; let lib/domain receive the adapter in ctx.",
  },
  {
    at: domain,
    may: [contract, errors, ...config, generated],
    types: [platform],
    packages: { never: web },
    learn:
      "rules know no web and no adapter; take database, clock, mail and log from ctx, import lib/platform as types only, and leave requests to lib/http.",
  },
  {
    at: service,
    may: [domain, errors, ...config, platform],
    packages: { never: web },
    learn:
      "this room creates the service and runs background tasks; put rules into lib/domain and requests into lib/http.",
  },
  {
    at: http,
    may: [contract, domain, errors, ...config, platform, service],
    packages: { never: web },
    learn:
      "REST also runs without Next and draws nothing; use web standards here and keep pages and sessions in lib/console and components.",
  },
  {
    at: "lib/console/",
    may: [
      contract,
      domain,
      errors,
      ...config,
      platform,
      "lib/service/service",
      "lib/http/admission/client-address",
      "lib/http/router/request-id",
    ],
    packages: { never: /^react-dom(\/|$)/ },
    learn:
      "the console calls the same domain functions as REST, not REST itself, and draws nothing; call lib/domain and render in app/console.",
  },
  {
    at: "lib/hosted/",
    may: [contract, domain, errors, ...config, http],
    packages: { never: web },
    learn:
      "hosted pages are web standards over the domain, drawn without React; use html.ts, lib/domain/hosted and the machinery of lib/http.",
  },
  {
    at: "lib/client/",
    may: [],
    packages: { only: /^@simplewebauthn\/browser(\/|$)/ },
    learn:
      "the browser library is a package of its own that customers load; import only @simplewebauthn/browser and its own files.",
  },
  {
    at: "lib/testing/",
    may: ["lib/", generated, "tests/support/", "server/routes.generated"],
    packages: {},
    learn:
      "fixtures import lib, the route table and tests/support alone, so that every room's tests can use them.",
  },
  {
    at: components,
    may: [],
    types: [contract],
    packages: { never: /^(node:|@prisma\/|pg$|next\/(headers|server|cache)$)/ },
    learn:
      "a component draws what it is given; take contract types as props and let the page in app call the domain or the client.",
  },
  {
    at: "app/(rest)/",
    may: [contract, domain, http],
    packages: { never: web },
    learn:
      "a route declares and calls one domain function, on any host; take what it needs from lib/contract, lib/domain and lib/http.",
  },
  {
    at: "app/console/",
    may: ["lib/console/", "lib/client/", contract, domain, components],
    packages: {},
    learn:
      "a page asks consoleContext, calls a domain function and renders a component; reach adapters through ctx and leave REST to app/(rest).",
  },
  {
    at: "app/inbox/",
    may: ["lib/console/", components],
    types: [domain],
    packages: { never: /^(@prisma\/|pg$)/ },
    learn: "the inbox shows what lib/console reads for it; ask there.",
  },
  {
    at: "app/demo/backend/",
    may: [...config],
    packages: { never: /^@prisma\// },
    learn:
      "the demo's backend is a customer with tables of its own; talk to the service by fetch with the API key, and read only lib/config of ours.",
  },
  {
    at: "app/demo/",
    may: ["lib/client/", components, "app/demo/backend/"],
    packages: { never: /^(@prisma\/|pg$)/ },
    learn:
      "these pages are customers of the API; use lib/client, components and fetch, and nothing that a customer could not have.",
  },
  {
    at: "app/auth/browser/",
    may: ["lib/client/"],
    packages: { only: /^@simplewebauthn\/browser(\/|$)/ },
    learn:
      "this is what a hosted page's visitor loads, and every kilobyte counts; use the DOM, lib/client and the steps of the page.",
  },
  {
    at: "app/auth/",
    may: ["lib/hosted/"],
    packages: { never: web },
    learn:
      "a hosted route names the one page or step of lib/hosted that answers it; put markup, texts and checks there.",
  },
  ...["app/docs/", "app/llms"].map((at) => ({
    at,
    may: [contract, components, ...config, "app/docs/", "lib/http/endpoint/openapi.generated.json"],
    packages: { never: /^(@prisma\/|pg$)/ },
    learn:
      "the documentation draws the OpenAPI document, the contract and the guides; describe a thing where it is declared, and read it here.",
  })),
  {
    at: "app/",
    may: [contract, components, ...config],
    packages: {},
    learn:
      "public pages show components and contract shapes; a page that needs the domain belongs into app/console.",
  },
  {
    at: "prisma/seed.",
    may: [...config, errors, contract, platform, domain],
    packages: { never: web },
    learn:
      "seeding makes things through the domain functions that operators and customers use; call lib/domain with a context.",
  },
  {
    at: "server/",
    may: [...config, errors, platform, domain, service, http, "prisma/seed", "app/(rest)/"],
    packages: {},
    learn:
      "the server only sequences; put the work into lib/platform, lib/domain or lib/http and call it here.",
  },
  {
    at: "cli/",
    may: [...config, errors, platform, domain],
    packages: { never: web },
    learn:
      "a command parses options, calls the domain functions that the console calls, and prints; put rules into lib/domain.",
  },
  {
    at: "emails/",
    may: [],
    packages: { only: /^(react|zod)(\/|$)|^(@react-email\/|node:)/ },
    learn:
      "mails are drawn at build time and know nothing of the service; put words into emails/locales, and fill in what was drawn in lib/domain/email.",
  },
  {
    at: "docs/",
    may: [],
    packages: { only: /^node:|^https:\/\/keystead\.example\/client\// },
    learn:
      "a snippet is a customer's program: use nothing but the platform, the API, the browser library and its neighbours.",
  },
  {
    at: "scripts/",
    may: ["lib/", "prisma/", "dist/", "server/routes.generated"],
    packages: {},
    learn: "scripts drive the product; keep test code in tests and pages in app.",
  },
  {
    at: "examples/",
    may: [],
    packages: { only: /^node:/ },
    learn: "an example runs as a stranger would run it: plain Node, fetch, and nothing of ours.",
  },
  {
    at: "bench/",
    may: ["lib/", "tests/support/"],
    packages: {},
    learn:
      "the bench measures the product from outside; fill a database through lib/domain and call the built server.",
  },
  { at: "tests/", may: [""], packages: {} },
  {
    at: "lib/",
    may: [],
    packages: { only: /^$/ },
    learn:
      "this folder is no room yet; put the file into one, or add the room to eslint.walls.mjs and to ARCHITECTURE.md.",
  },
];
