import { expect, it } from "vitest";
import { lint, type PlantedViolation } from "@/tests/support/lint-planted";

const route = "app/(rest)/v2/[tenancyId]/planted/route.ts";

const planted: PlantedViolation[] = [
  [
    "components: domain",
    "components/user/planted.tsx",
    'import type {} from "@/lib/domain/user/get-user";',
    "renders its props",
    'import "@/components/ui/button";',
  ],
  [
    "components: platform",
    "components/user/planted.tsx",
    'import "@/lib/platform/log";',
    "renders its props",
    'import "react";',
  ],
  [
    "components: http",
    "components/user/planted.tsx",
    'import "@/lib/http/endpoint/respond";',
    "renders its props",
    'import "./planted-row";',
  ],
  [
    "components: contract",
    "components/user/planted.tsx",
    'import "@/lib/contract/user";',
    "as props",
    'import type {} from "@/lib/contract/user";',
  ],
  [
    "rest: Next",
    route,
    'import "next/server";',
    "a route declares",
    'import "@/lib/http/endpoint/endpoint";',
  ],
  [
    "rest: platform",
    route,
    'import type {} from "@/lib/platform/log";',
    "a route declares",
    'import "@/lib/domain/user/get-user";',
  ],
  [
    "rest: components",
    route,
    'import "@/components/ui/button";',
    "a route declares",
    'import "@/lib/contract/user";',
  ],
  [
    "rest: its tests",
    route.replace("route", "route.test"),
    'import "@/lib/platform/log";',
    "a route declares",
    'import "./route"; import "@/lib/testing/context";',
  ],
  [
    "console pages: http",
    "app/console/[tenancyId]/planted.tsx",
    'import "@/lib/http/endpoint/respond";',
    "calls consoleContext",
    'import "@/lib/console/session";',
  ],
  [
    "console pages: platform",
    "app/console/[tenancyId]/planted.tsx",
    'import "@/lib/platform/log";',
    "through ctx",
    'import "next/link";',
  ],
  [
    "demo: domain",
    "app/demo/planted.tsx",
    'import "@/lib/domain/user/get-user";',
    "customers of the API",
    'import "@/lib/client/passkeys";',
  ],
  [
    "demo backend",
    "app/demo/backend/planted.ts",
    'import "@/lib/domain/user/get-user";',
    "the demo's backend is a customer",
    'import "pg"; import "@/lib/config";',
  ],
  [
    "command line",
    "cli/planted.ts",
    'import "@/lib/service/service";',
    "a command parses options",
    'import "@/lib/domain/tenancy/list-tenancies";',
  ],
  [
    "hosted routes: domain",
    "app/auth/[tenancyId]/planted/route.ts",
    'import "@/lib/domain/hosted/check-code";',
    "one page or step",
    'import "@/lib/hosted/steps";',
  ],
  [
    "hosted pages in the browser: ours",
    "app/auth/browser/planted.ts",
    'import "@/lib/hosted/copy";',
    "every kilobyte counts",
    'import "@/lib/client/errors";',
  ],
  [
    "hosted pages in the browser: npm",
    "app/auth/browser/planted.ts",
    'import "react";',
    "every kilobyte counts",
    'import "@simplewebauthn/browser";',
  ],
  [
    "public pages",
    "app/planted.tsx",
    'import "@/lib/domain/user/get-user";',
    "public pages show",
    'import "@/components/ui/button";',
  ],
  [
    "documentation",
    "app/docs/planted.tsx",
    'import "@/lib/http/endpoint/respond";',
    "renders the OpenAPI document",
    'import "@/lib/contract/user"; import "@/components/ui/button";',
  ],
  [
    "snippets",
    "docs/snippets/planted.ts",
    'import "zod";',
    "a customer's program",
    'import "node:crypto"; import "./keystead";',
  ],
  [
    "seed",
    "prisma/seed.ts",
    'import "@/lib/http/endpoint/respond";',
    "through the domain functions",
    'import "@/lib/domain/tenancy/create-tenancy";',
  ],
  [
    "server",
    "server/main.ts",
    'import "@/lib/testing/test-service";',
    "the server only starts",
    'import "next"; import "@/lib/http/router/router"; import "@/prisma/seed";',
  ],
  [
    "emails: ours",
    "emails/planted.tsx",
    'import type {} from "@/lib/contract/user";',
    "rendered at build time",
    'import "./copy";',
  ],
  [
    "emails: npm",
    "emails/planted.tsx",
    'import "react-dom/server";',
    "rendered at build time",
    'import "react"; import "@react-email/render"; import "zod";',
  ],
  [
    "scripts",
    "scripts/planted.ts",
    'import "@/tests/support/database";',
    "scripts drive the product",
    'import "@/lib/config";',
  ],
  [
    "examples",
    "examples/planted.mjs",
    'import "../lib/config.mjs";',
    "as a stranger would",
    'import "node:http";',
  ],
  [
    "scripts on plain Node",
    "scripts/planted.mjs",
    'await import("../app/page.mjs");',
    "scripts drive the product",
    'await import("../dist/server.mjs");',
  ],
];

it.each(planted)(
  "%s: lint rejects a planted violation and explains why",
  async (_name, file, refused, lesson, allowed) => {
    expect(await lint(file, refused)).toContainEqual(expect.stringContaining(lesson));
    expect(await lint(file, allowed)).toEqual([]);
  },
);
