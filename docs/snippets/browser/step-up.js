import { Keystead } from "https://keystead.example/client/v2.js";

const keystead = new Keystead({ tenancyId: "YOUR_TENANCY_ID", clientId: "YOUR_CLIENT_ID" });

/** Requests the passkey, and sends its code to the backend with the action that it confirms. */
export async function confirmTransfer(authenticationToken, transferId) {
  const result = await keystead.authenticatePasskey({ authenticationToken });
  if (!result.success) return result.message;
  const response = await fetch(`/transfers/${encodeURIComponent(transferId)}/confirm`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code: result.code }),
  });
  return response.ok ? undefined : "The transfer was not confirmed.";
}
