// Written by scripts/generate-routes.mjs from the folders below app/(rest).
import type { RouteModule } from "./route-module";
import * as route0 from "@/app/(rest)/.well-known/jwks.json/route";
import * as route1 from "@/app/(rest)/.well-known/webauthn/route";
import * as route2 from "@/app/(rest)/[tenancyId]/token/[token]/route";
import * as route3 from "@/app/(rest)/[tenancyId]/user/[sub]/route";
import * as route4 from "@/app/(rest)/client/[file]/route";
import * as route5 from "@/app/(rest)/healthz/route";
import * as route6 from "@/app/(rest)/metrics/route";
import * as route7 from "@/app/(rest)/openapi.json/route";
import * as route8 from "@/app/(rest)/readyz/route";
import * as route9 from "@/app/(rest)/v2/.well-known/jwks.json/route";
import * as route10 from "@/app/(rest)/v2/[tenancyId]/[[...unknown]]/route";
import * as route11 from "@/app/(rest)/v2/[tenancyId]/passkey/authentication/authorize/route";
import * as route12 from "@/app/(rest)/v2/[tenancyId]/passkey/authentication/options/route";
import * as route13 from "@/app/(rest)/v2/[tenancyId]/passkey/authentication/prepare/route";
import * as route14 from "@/app/(rest)/v2/[tenancyId]/passkey/authentication/verification/route";
import * as route15 from "@/app/(rest)/v2/[tenancyId]/passkey/registration/authorize/route";
import * as route16 from "@/app/(rest)/v2/[tenancyId]/passkey/registration/options/route";
import * as route17 from "@/app/(rest)/v2/[tenancyId]/passkey/registration/prepare/route";
import * as route18 from "@/app/(rest)/v2/[tenancyId]/passkey/registration/verification/route";
import * as route19 from "@/app/(rest)/v2/[tenancyId]/principal/[code]/route";
import * as route20 from "@/app/(rest)/v2/[tenancyId]/user/[sub]/route";

export const routes: readonly { path: string; module: RouteModule }[] = [
  { path: "/.well-known/jwks.json", module: route0 },
  { path: "/.well-known/webauthn", module: route1 },
  { path: "/[tenancyId]/token/[token]", module: route2 },
  { path: "/[tenancyId]/user/[sub]", module: route3 },
  { path: "/client/[file]", module: route4 },
  { path: "/healthz", module: route5 },
  { path: "/metrics", module: route6 },
  { path: "/openapi.json", module: route7 },
  { path: "/readyz", module: route8 },
  { path: "/v2/.well-known/jwks.json", module: route9 },
  { path: "/v2/[tenancyId]/[[...unknown]]", module: route10 },
  { path: "/v2/[tenancyId]/passkey/authentication/authorize", module: route11 },
  { path: "/v2/[tenancyId]/passkey/authentication/options", module: route12 },
  { path: "/v2/[tenancyId]/passkey/authentication/prepare", module: route13 },
  { path: "/v2/[tenancyId]/passkey/authentication/verification", module: route14 },
  { path: "/v2/[tenancyId]/passkey/registration/authorize", module: route15 },
  { path: "/v2/[tenancyId]/passkey/registration/options", module: route16 },
  { path: "/v2/[tenancyId]/passkey/registration/prepare", module: route17 },
  { path: "/v2/[tenancyId]/passkey/registration/verification", module: route18 },
  { path: "/v2/[tenancyId]/principal/[code]", module: route19 },
  { path: "/v2/[tenancyId]/user/[sub]", module: route20 },
];
