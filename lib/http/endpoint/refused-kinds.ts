import type { TimelineKind } from "@/lib/domain/timeline/timeline-event";

/** The kind of timeline event for a refused request, by the endpoint's operation. */
export const refusedKinds: Readonly<Record<string, TimelineKind | undefined>> = {
  authorizeRegistration: "registration.refused",
  prepareRegistration: "registration.refused",
  createRegistrationOptions: "registration.refused",
  verifyRegistration: "registration.refused",
  authorizeAuthentication: "sign-in.refused",
  prepareAuthentication: "sign-in.refused",
  createAuthenticationOptions: "sign-in.refused",
  verifyAuthentication: "sign-in.refused",
  createChallenge: "code.refused",
  verifyChallenge: "code.refused",
  "hosted-passkey-options": "sign-in.refused",
  "hosted-passkey-sign-in": "sign-in.refused",
  "hosted-send-code": "code.refused",
  "hosted-check-code": "code.refused",
  "hosted-new-passkey-options": "registration.refused",
  "hosted-new-passkey": "registration.refused",
  "hosted-decline-device-passkey": "sign-in.refused",
  "hosted-without-passkey": "sign-in.refused",
};
