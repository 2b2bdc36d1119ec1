import {
  components,
  config,
  contract,
  domain,
  errors,
  generated,
  http,
  openApiDocument,
  platform,
  service,
  web,
  withHttp,
} from "./folders.mjs";
import { libRooms } from "./lib-rooms.mjs";

/**
 * The walls of ARCHITECTURE.md. A file belongs to the first room whose `at` is a prefix of its path.
 * - `may`: what the room imports besides its own files: a file, a folder with a slash, or "" for all.
 * - `types`: what the room imports only as types.
 * - `packages`: `only` lists the allowed npm packages, `never` the forbidden ones.
 * - `learn`: completes the message `Do not import "x" here: `.
 */
export const rooms = [
  ...libRooms,
  {
    at: "testing/",
    may: ["lib/", generated, "server/routes.generated"],
    packages: {},
    learn: "fixtures import lib and the route table only, so that every test can use them.",
  },
  {
    at: components,
    may: ["lib/contract/typed-code", "lib/contract/theme", "lib/base-letters"],
    types: [contract],
    packages: { never: /^(node:|@prisma\/|pg$|next\/(headers|server|cache)$)/ },
    learn:
      "a component renders its props. Take contract types as props, and let the page in app " +
      "call the domain or the client.",
  },
  {
    at: "app/(rest)/",
    may: [contract, domain, http],
    packages: { never: web },
    learn:
      "a route declares an endpoint and calls one domain function. Import only from " +
      "lib/contract, lib/domain and lib/http.",
  },
  {
    at: "app/console/",
    may: ["lib/console/", "lib/client/", contract, domain, components],
    packages: {},
    learn:
      "a page calls consoleContext and a domain function, and renders components. Reach " +
      "adapters through ctx, and keep REST in app/(rest).",
  },
  {
    at: "app/inbox/",
    may: ["lib/console/", components],
    types: [domain],
    packages: { never: /^(@prisma\/|pg$)/ },
    learn: "the inbox shows what lib/console reads. Read the emails there.",
  },
  {
    at: "app/demo/backend/",
    may: [...config],
    packages: { never: /^@prisma\// },
    learn:
      "the demo's backend is a customer with its own tables. Call the service by fetch with " +
      "the API key, and import only lib/config.",
  },
  {
    at: "app/demo/",
    may: ["lib/client/", components, "app/demo/backend/"],
    packages: { never: /^(@prisma\/|pg$)/ },
    learn:
      "these pages are customers of the API. Use lib/client, components and fetch, which any " +
      "customer can use.",
  },
  {
    at: "app/auth/browser/",
    may: ["lib/client/", "lib/contract/typed-code"],
    packages: { only: /^@simplewebauthn\/browser(\/|$)/ },
    learn:
      "visitors of hosted pages download this code, so every kilobyte counts. Use the DOM, " +
      "lib/client and the steps of the page.",
  },
  {
    at: "app/auth/",
    may: ["lib/hosted/"],
    packages: { never: web },
    learn:
      "a hosted route names the one page or step of lib/hosted that handles it. Put markup, " +
      "texts and checks there.",
  },
  ...["app/docs/", "app/llms"].map((at) => ({
    at,
    may: [
      ...[contract, components, ...config, "app/docs/", "docs/pictures/", openApiDocument],
      "lib/http/request/client-address",
    ],
    packages: { never: /^(@prisma\/|pg$)/ },
    learn:
      "the documentation renders the OpenAPI document, the contract and the guides. Describe " +
      "an endpoint where it is declared.",
  })),
  {
    at: "app/landing/",
    may: [components, "app/docs/code-block", "docs/pictures/"],
    types: [contract],
    packages: { never: /^(@prisma\/|pg$)/ },
    learn:
      "the landing page is the same for everyone: components, code and pictures. Pass what " +
      "depends on the installation from app/page.tsx.",
  },
  {
    at: "app/",
    may: [contract, components, ...config, "app/landing/"],
    packages: {},
    learn:
      "public pages show components and contract types. Put pages that need the domain into " +
      "app/console.",
  },
  {
    at: "prisma/seed.",
    may: [...config, errors, contract, platform, domain],
    packages: { never: web },
    learn:
      "the seed creates records through the domain functions that operators and customers use. " +
      "Call lib/domain with a context.",
  },
  {
    at: "server/",
    may: [...withHttp, "prisma/seed", "app/(rest)/", "lib/hosted/refusal-page"],
    packages: {},
    learn:
      "the server starts and stops the parts, and limits sockets and pages. Put other work " +
      "into lib/platform, lib/domain or lib/http.",
  },
  {
    at: "cli/",
    may: ["package.json", contract, ...config, "lib/config.urls", errors, platform, domain],
    packages: { never: web },
    learn:
      "a command parses options, calls the domain functions that the console calls, and " +
      "prints. Put rules into lib/domain.",
  },
  {
    at: "emails/",
    may: [],
    packages: { only: /^(react|zod)(\/|$)|^(@react-email\/|node:)/ },
    learn:
      "emails are rendered at build time, without the service. Put words into emails/locales, " +
      "and fill in the templates in lib/domain/user/email.",
  },
  {
    at: "docs/",
    may: [],
    packages: {
      only: /^node:|^https:\/\/keystead\.example\/client\/|^(pg|standardwebhooks|@playwright\/test)$/,
    },
    learn:
      "a snippet is a customer's program. Use only the platform, the API, the browser library, " +
      "other snippets, and packages that its guide tells the reader to install.",
  },
  {
    at: "scripts/",
    may: ["lib/", "prisma/", "dist/", "server/routes.generated"],
    packages: {},
    learn: "scripts drive the product. Keep test code in tests and pages in app.",
  },
  {
    at: "examples/",
    may: [],
    packages: { only: /^node:|^express(-session)?$|^react$|^next\// },
    learn:
      "an example runs as a stranger would run it. Use plain Node and fetch, or the framework of the " +
      "example, and import none of ours.",
  },
  {
    at: "bench/",
    may: ["lib/", "testing/", "server/routes.generated"],
    packages: {},
    learn:
      "the bench measures the product from outside. Fill a database through lib/domain, and " +
      "call the built server.",
  },
  {
    at: "drill/",
    may: ["lib/", "testing/", "bench/"],
    packages: {},
    learn:
      "the drill breaks the built servers from outside, and reads their database. Use lib, " +
      "testing and the parts that it shares with bench.",
  },
  { at: "tests/", may: [""], packages: {} },
  {
    at: "lib/",
    may: [],
    packages: { only: /^$/ },
    learn:
      "this folder has no room yet. Move the file into a room, or add the room to " +
      "lint/rooms.mjs and to ARCHITECTURE.md.",
  },
];
