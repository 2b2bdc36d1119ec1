import { readFileSync } from "node:fs";

const olderMount = JSON.parse(
  readFileSync(new URL("./lib/http/request/older-mount.json", import.meta.url), "utf8"),
);

const families = olderMount.families.join("|");
const notReserved = olderMount.reservedHeads.map((head) => `${head}(?:/|$)`).join("|");

const unknownApiPath = "/v2/-/-";
const sendsJson = { type: "header", key: "content-type", value: "application/json.*" };
const acceptsJson = { type: "header", key: "accept", value: ".*application/json.*" };
const acceptsPages = { type: "header", key: "accept", value: ".*text/html.*" };

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // Loading every page at the start would take 70 MB.
  experimental: { preloadEntriesOnStart: false },
  typescript: { ignoreBuildErrors: process.env.KEYSTEAD_NO_TYPE_CHECK === "1" },
  // No page needs the optimizer, and it would let anyone spend this server's CPU and disk:
  // /_next/image is a 404.
  images: { unoptimized: true },
  // Documented paths answer with and without a slash, never by redirect.
  skipTrailingSlashRedirect: true,
  rewrites: () =>
    Promise.resolve({
      beforeFiles: [],
      afterFiles: [],
      // Last, so that the paths which the older mount serves itself win;
      // lib/http/router/api-path.ts reads the same table.
      fallback: [
        {
          source: `/:tenancyId(${olderMount.tenancyId})/:rest*`,
          destination: "/v2/:tenancyId/:rest*",
        },
        {
          source: `/:tenancyId((?!${notReserved})[^/]+)/:family(${families})/:rest*`,
          destination: "/v2/:tenancyId/:family/:rest*",
        },
        // Other paths of API clients, which can't read the page for unknown paths.
        { source: "/v2", destination: unknownApiPath },
        { source: "/:path*", has: [sendsJson], destination: unknownApiPath },
        {
          source: "/:path*",
          has: [acceptsJson],
          missing: [acceptsPages],
          destination: unknownApiPath,
        },
      ],
    }),
  // Paths of earlier releases.
  redirects: () =>
    Promise.resolve([
      {
        source: "/console/:tenancyId/people",
        destination: "/console/:tenancyId/members",
        permanent: true,
      },
      {
        source: "/console/:tenancyId/mails",
        destination: "/console/:tenancyId/settings/branding",
        permanent: true,
      },
    ]),
  headers: () =>
    Promise.resolve([
      {
        source: "/:path*",
        headers: [
          { key: "X-Content-Type-Options", value: "nosniff" },
          { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
          { key: "X-Frame-Options", value: "DENY" },
        ],
      },
      // Their addresses hold the state of an application's request.
      { source: "/auth/:path*", headers: [{ key: "Referrer-Policy", value: "no-referrer" }] },
    ]),
};
