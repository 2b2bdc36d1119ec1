// The page loads this address first, with its hash. This line gets the same file.
import { Keystead } from "https://keystead.example/client/vLIBRARY_VERSION.js";

const keystead = new Keystead({ tenancyId: "YOUR_TENANCY_ID", clientId: "YOUR_CLIENT_ID" });

document.querySelector("button").onclick = async () => {
  const result = await keystead.authenticatePasskey();
  if (!result.success) document.querySelector("[role=status]").textContent = result.message;
  else if ((await fetch("/session", { method: "POST", body: result.code })).ok) location.reload();
};
