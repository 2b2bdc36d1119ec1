import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { namedRoute } from "./named-route";
import {
  checkCodeStep,
  declineStep,
  newPasskey,
  newPasskeyOptions,
  outcomeStep,
  passkeyOptions,
  passkeySignIn,
  sendCodeStep,
  withoutPasskey,
} from "./steps";

const steps = {
  "passkey-options": passkeyOptions,
  "passkey-sign-in": passkeySignIn,
  outcome: outcomeStep,
  "send-code": sendCodeStep,
  "check-code": checkCodeStep,
  "new-passkey-options": newPasskeyOptions,
  "new-passkey": newPasskey,
  "without-passkey": withoutPasskey,
  "decline-device-passkey": declineStep,
} satisfies Record<string, RouteHandler>;
export type HostedStep = keyof typeof steps;

/** The POST handler of all steps of the hosted pages. */
export const takeHostedStep = namedRoute("step", steps);
