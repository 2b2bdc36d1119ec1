/** Signs a user in with a passkey, in the page. */
export const pageLines = (
  keystead: string,
): string => `import { Keystead } from "${keystead}/client/v2.js";

const keystead = new Keystead({ tenancyId: "TENANCY_ID", clientId: "CLIENT_ID" });
document.querySelector("#sign-in")?.addEventListener("click", async () => {
  const { code, message } = await keystead.authenticatePasskey();
  const reply = code ? await fetch("/session", { method: "POST", body: code }) : undefined;
  reply?.ok ? location.reload() : alert(message ?? "Sign-in failed. Try again.");
});`;

/** Exchanges the code for the user, in the backend's handler of \`POST /session\`. */
export const backendLines = [
  "const path = `${KEYSTEAD_TENANCY_ID}/principal/${encodeURIComponent(code)}`;",
  "const headers = { Authorization: `Bearer ${KEYSTEAD_API_KEY}` };",
  "const response = await fetch(`${KEYSTEAD_URL}/v2/${path}`, { headers });",
  "if (!response.ok) throw new Error(await response.text());",
  "const { sub, user } = await response.json(); // user.email, user.emailVerified",
].join("\n");
