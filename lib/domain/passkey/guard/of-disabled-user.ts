import { ServiceError } from "@/lib/errors";

/** Creates the error of a sign-in whose user is disabled. */
export const ofDisabledUser = (passkeyId: string) =>
  new ServiceError(
    "@error/PasskeyDisabled",
    { passkeyId, reason: "user-disabled" },
    "This user is disabled.",
  );
