import type { RouteModule } from "./route-module";
import * as r0 from "@/app/(rest)/.well-known/jwks.json/route";
import * as r1 from "@/app/(rest)/.well-known/webauthn/route";
import * as r2 from "@/app/(rest)/[tenancyId]/token/[token]/route";
import * as r3 from "@/app/(rest)/[tenancyId]/user/[sub]/route";
import * as r4 from "@/app/(rest)/healthz/route";
import * as r5 from "@/app/(rest)/metrics/route";
import * as r6 from "@/app/(rest)/openapi.json/route";
import * as r7 from "@/app/(rest)/readyz/route";
import * as r8 from "@/app/(rest)/v2/.well-known/jwks.json/route";
import * as r9 from "@/app/(rest)/v2/[tenancyId]/[[...unknown]]/route";
import * as r10 from "@/app/(rest)/v2/[tenancyId]/passkey/authentication/authorize/route";
import * as r11 from "@/app/(rest)/v2/[tenancyId]/passkey/authentication/options/route";
import * as r12 from "@/app/(rest)/v2/[tenancyId]/passkey/authentication/prepare/route";
import * as r13 from "@/app/(rest)/v2/[tenancyId]/passkey/authentication/verification/route";
import * as r14 from "@/app/(rest)/v2/[tenancyId]/passkey/registration/authorize/route";
import * as r15 from "@/app/(rest)/v2/[tenancyId]/passkey/registration/options/route";
import * as r16 from "@/app/(rest)/v2/[tenancyId]/passkey/registration/prepare/route";
import * as r17 from "@/app/(rest)/v2/[tenancyId]/passkey/registration/verification/route";
import * as r18 from "@/app/(rest)/v2/[tenancyId]/principal/[code]/route";
import * as r19 from "@/app/(rest)/v2/[tenancyId]/user/[sub]/route";

export const routes: readonly { path: string; module: RouteModule }[] = [
  { path: "/.well-known/jwks.json", module: r0 },
  { path: "/.well-known/webauthn", module: r1 },
  { path: "/[tenancyId]/token/[token]", module: r2 },
  { path: "/[tenancyId]/user/[sub]", module: r3 },
  { path: "/healthz", module: r4 },
  { path: "/metrics", module: r5 },
  { path: "/openapi.json", module: r6 },
  { path: "/readyz", module: r7 },
  { path: "/v2/.well-known/jwks.json", module: r8 },
  { path: "/v2/[tenancyId]/[[...unknown]]", module: r9 },
  { path: "/v2/[tenancyId]/passkey/authentication/authorize", module: r10 },
  { path: "/v2/[tenancyId]/passkey/authentication/options", module: r11 },
  { path: "/v2/[tenancyId]/passkey/authentication/prepare", module: r12 },
  { path: "/v2/[tenancyId]/passkey/authentication/verification", module: r13 },
  { path: "/v2/[tenancyId]/passkey/registration/authorize", module: r14 },
  { path: "/v2/[tenancyId]/passkey/registration/options", module: r15 },
  { path: "/v2/[tenancyId]/passkey/registration/prepare", module: r16 },
  { path: "/v2/[tenancyId]/passkey/registration/verification", module: r17 },
  { path: "/v2/[tenancyId]/principal/[code]", module: r18 },
  { path: "/v2/[tenancyId]/user/[sub]", module: r19 },
];
