import { RegistrationSuccess, VerifyRegistration } from "@/lib/contract/registration";
import { verifyRegistration } from "@/lib/domain/ceremony/verify-registration";
import { endpoint } from "@/lib/http/endpoint";
import { methods } from "@/lib/http/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "verifyRegistration",
    summary: "Finish a passkey registration",
    auth: "browser",
    limit: "verification",
    body: VerifyRegistration,
    success: [200, RegistrationSuccess],
    errors: ["@error/InvalidToken", "@error/VerificationFailed", "@error/DuplicatePasskey", "@error/DuplicateEmail"],
    handle: ({ ctx, body }) => verifyRegistration(ctx, body),
  }),
});
