import type { TenancyContext } from "@/lib/domain/base/context";

/** The `iss` of a tenancy's tokens: its own, or else the installation's. */
export const tokenIssuer = ({ tenancy, issuer }: TenancyContext): string =>
  tenancy.issuer ?? issuer;
