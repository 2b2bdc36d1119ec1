import { randomBytes } from "node:crypto";
import type { Service } from "@/lib/domain/base/context";

const purpose = "webhook-secret";
const secretBytes = 32;

/** Creates a secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const createWebhookSecret = () => `whsec_${randomBytes(secretBytes).toString("base64")}`;

type Secrets = Pick<Service, "secrets">;

export const sealWebhookSecret = ({ secrets }: Secrets, secret: string): Promise<string> =>
  secrets.seal(purpose, secret);

/** @throws Error if neither service secret opens it */
export const openWebhookSecret = ({ secrets }: Secrets, sealed: string): Promise<string> =>
  secrets.open(purpose, sealed);
