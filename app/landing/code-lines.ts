/** Signs a user in with a passkey, in the page. */
export const pageLines = (
  keystead: string,
): string => `import { Keystead } from "${keystead}/client/v2.js";

const keystead = new Keystead({ tenancyId: "TENANCY_ID", clientId: "CLIENT_ID" });
document.querySelector("#sign-in").onclick = async () => {
  const result = await keystead.authenticatePasskey();
  if (result.success) await fetch("/session", { method: "POST", body: result.code });
};`;

/** Exchanges the code for the user, in the backend's handler of \`POST /session\`. */
export const backendLines = [
  "const path = `${KEYSTEAD_TENANCY_ID}/principal/${encodeURIComponent(code)}`;",
  "const response = await fetch(`${KEYSTEAD_URL}/v2/${path}`, {",
  "  headers: { Authorization: `Bearer ${KEYSTEAD_API_KEY}` },",
  "});",
  'if (!response.ok) throw new Error("Sign in again");',
  "const { sub, user } = await response.json(); // user.email, user.emailVerified",
].join("\n");
