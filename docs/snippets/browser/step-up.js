import { Keystead } from "https://keystead.example/client/v2.js";

const keystead = new Keystead({ tenancyId: "TENANCY_ID", clientId: "CLIENT_ID" });

/** Asks for the passkey; the code goes to the backend together with the act that it confirms. */
export async function confirmTransfer(authenticationToken, transferId) {
  const result = await keystead.authenticatePasskey({ authenticationToken });
  if (!result.success) return result.message;
  const response = await fetch(`/transfers/${transferId}/confirm`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code: result.code }),
  });
  return response.ok ? undefined : "The transfer was not confirmed.";
}
