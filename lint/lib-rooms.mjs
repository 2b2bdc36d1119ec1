import {
  components,
  config,
  contract,
  domain,
  errors,
  generated,
  http,
  outgoing,
  platform,
  service,
  web,
  webOrTelemetry,
} from "./folders.mjs";

/** The rooms of lib/domain from the ground up: a room imports only rooms of the floors below. */
export const domainFloors = [
  ["base"],
  ["record"],
  ["access"],
  ["user"],
  ["event", "passkey"],
  ["sign-in"],
  ["history"],
  ["page", "admin"],
];

/** The rooms of lib; see rooms.mjs. */
export const libRooms = [
  {
    at: contract,
    may: [],
    packages: { only: /^zod(-openapi)?(\/|$)/ },
    learn:
      "the contract is plain zod schemas, which browsers and other programs can load. Put " +
      "rules into lib/domain and wiring into lib/http.",
  },
  {
    at: `${errors}.`,
    may: [],
    packages: { only: /^zod(\/|$)/ },
    learn:
      "most rooms import lib/errors.ts, so it imports none of ours. Pass what it needs as an " +
      "argument.",
  },
  {
    at: "lib/config.",
    may: [errors, "lib/decode-text", "lib/find-similar-name", "lib/parse-url"],
    packages: { only: /^(zod|node:(fs|os|path|util))(\/|$)/ },
    learn:
      "most rooms import lib/config.ts, so it imports only files that import nothing, " +
      "zod and node:fs, os, path and util. Put code that uses a setting into the room that needs it.",
  },
  ...[
    "lib/base-letters.",
    "lib/decode-text.",
    "lib/find-similar-name.",
    "lib/limits.",
    "lib/parse-url.",
  ].map((at) => ({
    at,
    may: [],
    packages: { only: /^$/ },
    learn: "most rooms may import this file, so it imports nothing.",
  })),
  {
    at: outgoing,
    may: config,
    packages: { only: /^(ipaddr\.js|node:net)$/ },
    learn:
      "saving a URL and sending to it share these checks, so they know only settings and addresses. " +
      "Put rules into lib/domain and connections into lib/platform.",
  },
  {
    at: platform,
    may: [...config, errors, generated, outgoing],
    packages: { never: web },
    learn:
      "an adapter knows only its npm package, the config and the errors. Put rules into " +
      "lib/domain and pass the adapter in ctx.",
  },
  ...domainFloors.flatMap((floor, height) =>
    floor.map((room) => ({
      at: `${domain}${room}/`,
      may: [
        contract,
        errors,
        ...config,
        generated,
        outgoing,
        "lib/base-letters",
        "lib/find-similar-name",
        ...domainFloors
          .slice(0, height)
          .flat()
          .map((below) => `${domain}${below}/`),
      ],
      types: [platform],
      tests: [domain],
      packages: { never: webOrTelemetry },
      learn:
        "rules know no web framework, no adapter and no room above theirs " +
        `(${domainFloors.map((each) => each.join(" and ")).join(" < ")}). Take the database, clock, ` +
        "mailer and log from ctx, import lib/platform as types only, and move what two rooms " +
        "share into a room below both.",
    })),
  ),
  {
    at: service,
    may: [domain, errors, ...config, platform],
    packages: { never: webOrTelemetry },
    learn:
      "lib/service creates the service and runs background tasks. Put rules into lib/domain " +
      "and request handling into lib/http.",
  },
  ...["request/", "endpoint/", "router/"].map((folder, index, all) => ({
    at: http + folder,
    may: [contract, domain, errors, "lib/find-similar-name", ...config, platform, service].concat(
      all.slice(0, index).map((below) => http + below),
    ),
    packages: { never: webOrTelemetry },
    learn:
      "REST also runs without Next and renders nothing, and router uses endpoint uses request. " +
      "Use web standards here, and keep pages and sessions in lib/console and components.",
  })),
  {
    at: "lib/console/",
    may: [
      contract,
      domain,
      errors,
      ...config,
      platform,
      "lib/service/service",
      "package.json",
      "lib/http/request/client-address",
      "lib/http/request/request-id-of",
    ],
    packages: { never: /^react-dom(\/|$)/ },
    learn:
      "the console calls the same domain functions as REST, not REST itself, and renders " +
      "nothing here. Call lib/domain, and render in app/console.",
  },
  {
    at: "lib/hosted/",
    may: [contract, domain, errors, ...config, http],
    packages: { never: web },
    learn:
      "hosted pages use web standards, without React. Use html.ts, lib/domain/page/hosted and " +
      "lib/http.",
  },
  {
    at: "lib/client/",
    may: [],
    packages: { only: /^@simplewebauthn\/browser(\/|$)/ },
    learn:
      "the browser library is a package of its own. Import only @simplewebauthn/browser and " +
      "its own files.",
  },
];
